// Records of any entity, in any storage: what a store promises, whatever holds the records.
//
// Spec/back-ends.md says what that is. `Protocol` is what a back end implements; `PlainStorage` is the least of it. `Store` stands
// in front: it checks what comes from programs, so that each back end refuses the same, and hands over records one by one or
// as values of a Swift type (`Typed`), `Async` for tasks. `Trees` are indexes in memory whose copies are snapshots; the back ends `Memory` and `File`
// share them.

@_exported public import StorageTransforms
