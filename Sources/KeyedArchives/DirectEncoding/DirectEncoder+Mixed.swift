/// Types whose values are of several kinds, as those that hold any JSON are.
extension DirectEncoder {
  /// Notes the type that the last pass deviated from. The next pass encodes collections of it element by element.
  func learnMixedType() {
    guard let type = unsafe state.pointee.mixedType else { return }
    unsafe state.pointee.mixedType = nil
    if let field = unsafe state.pointee.mixedField, let group = unsafe state.pointee.mixedGroup {
      unsafe state.pointee.mixedField = nil
      unsafe learn(mixedField: field, of: group)
    }
    guard unsafe mixedTypes.insert(type).inserted else { return }
    triesAgain = true
    // Rows have other numbers from here on.
    rowLayouts = [:]
    unsafe memory.forEachSlot { slot in
      if unsafe slot.pointee.type == type || slot.pointee.collection.map(holdsMixedType) == true {
        unsafe slot.pointee.isMixed = true
      }
    }
  }

  /// True if the elements of a collection are of such a type, or optionals of one.
  func holdsMixedType(_ collection: any DirectlyEncodableCollection.Type) -> Bool {
    isMixed(collection.elementType)
  }

  /// True for such a type, and for optionals of one.
  func isMixed(_ type: any Any.Type) -> Bool {
    var type = type
    while unsafe !mixedTypes.contains(unsafeBitCast(type, to: UnsafeRawPointer.self)) {
      guard let optional = type as? any DirectlyEncodableOptional.Type else { return false }
      type = optional.wrappedType
    }
    return true
  }
}
