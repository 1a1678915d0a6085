/// Types whose values are of several kinds, as those that hold any JSON are.
extension DirectEncoder {
  /// Notes the type that the last pass deviated from. The next pass encodes collections of it element by element.
  func learnMixedType() {
    guard let type = unsafe state.pointee.mixedType else { return }
    unsafe state.pointee.mixedType = nil
    guard unsafe mixedTypes.insert(type).inserted else { return }
    triesAgain = true
    // Rows have other numbers from here on.
    rowLayouts = [:]
    unsafe memory.forEachSlot { slot in
      let element = unsafe slot.pointee.collection.map {
        unsafe unsafeBitCast($0.elementType, to: UnsafeRawPointer.self)
      }
      if unsafe slot.pointee.type == type || element == type {
        unsafe slot.pointee.isMixed = true
      }
    }
  }
}
