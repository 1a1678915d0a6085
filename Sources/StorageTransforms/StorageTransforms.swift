/// Typed values in what any storage back end holds, and back.
///
/// A ``StorageTransform`` has two directions with two names that cannot be confused: ``StoringTransform/store(_:in:)``
/// turns a value into its stored form, ``StorageTransform/restore(_:in:)`` brings it back. Both throw; neither ever
/// gives nil for what it could not do. Transforms are values, and compose:
///
/// ```swift
/// let portrait = ConvertibleTransform<Portrait>()
///   .then(ArchiveTransform())
///   .then(ZlibTransform())
///   .stamped()
/// ```
///
/// What a transform makes of a value is told by its types, and for bytes by a stamp in front of them
/// (``StampedTransform``): a reader years later knows what wrote them. What a transform has to know of its
/// surroundings, such as a base URL or keys, is in the ``TransformContext`` of the call.
///
/// An ``Entity`` makes records of a type's values: a list of ``Field``, each with a property, a transform and rules. Its
/// ``EntitySchema`` is kept beside the records, and a later program reads them by what it declares to have changed:
/// ``SchemaPlan``.
@_exported public import KeyedArchives
