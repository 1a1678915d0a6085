internal import ArchiveFormat

/// The names of types, where values come one by one: a value with a name that cannot be written, or that another type has, is refused when it comes.
extension DirectEncoder {
  /// Begins with the types that others have named.
  func beginNames(_ types: [String.UTF8View.Digest: ObjectIdentifier]) {
    unsafe variables.pointee.namedTypes = types
    unsafe variables.pointee.lastNamed = nil
  }

  /// True if all types of this call have names of their own, which can be written. O(shapes since the last time + classes that are labels).
  @inline(__always)
  func hasDistinctNames() -> Bool {
    unsafe (variables.pointee.lastNamed == state.pointee.lastDefined || addNames())
      && (variables.pointee.labels.isEmpty || addNamesOfLabels())
  }

  private func addNamesOfLabels() -> Bool {
    labels.types.allSatisfy { add(nameOf: types[$0]) }
  }

  @inline(never)
  private func addNames() -> Bool {
    var next =
      unsafe variables.pointee.lastNamed.map { unsafe $0.pointee.nextDefined }
      ?? state.pointee.firstDefined
    while let plan = unsafe next {
      let index = unsafe plan.pointee.group.pointee.typeIndex
      if index >= 0, !add(nameOf: types[index]) { return false }
      unsafe variables.pointee.lastNamed = unsafe plan
      unsafe next = unsafe plan.pointee.nextDefined
    }
    return true
  }

  /// Adds the name of a type, and those of the superclasses that are named beside it.
  private func add(nameOf type: any Any.Type) -> Bool {
    var next: (any Any.Type)? = type
    while let type = next {
      let name = TypeName.of(type)
      let (digest, id) = (name.text.utf8.digest, ObjectIdentifier(type))
      if let other = unsafe variables.pointee.namedTypes[digest] {
        if other != id { return false }
      } else {
        guard ArchivedTypeRow.isValidName(name.text) else { return false }
        unsafe variables.pointee.namedTypes[digest] = id
      }
      next = name.namedSuperclass(of: type)
    }
    return true
  }
}
