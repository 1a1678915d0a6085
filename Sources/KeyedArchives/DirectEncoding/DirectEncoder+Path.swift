internal import ArchiveFormat

/// The coding path of a value that is about to be encoded.
extension DirectEncoder {
  /// The path of the value that has asked for no container yet but a single-value container. All values share this encoder, so that of others it is not known:
  /// they get their paths from the general way.
  var codingPath: [any CodingKey] {
    if unsafe state.pointee.pending != nil, let path = pathOfPending() { return path }
    return unknownPath()
  }

  func unknownPath() -> [any CodingKey] {
    unsafe state.pointee.hasDeviated = true
    return []
  }

  /// The keys and indices that lead to the value; nil if one is not at hand. O(levels).
  private func pathOfPending() -> [any CodingKey]? {
    // Generated code does not say which field it writes.
    guard unsafe variables.pointee.generatedDepth == 0, !makesNotedCalls,
      unsafe !state.pointee.hasDeviated
    else { return nil }
    var path: [any CodingKey] = []
    var elements = unsafe state.pointee.elements
    var record = unsafe state.pointee.top
    while true {
      let end = unsafe elements?.pointee.records ?? state.pointee.frames
      while unsafe record > end {
        if unsafe !record.pointee.isArray {
          guard let key = unsafe key(ofLastFieldIn: record) else { return nil }
          path.append(ArchiveCodingKey(stringValue: key))
        }
        unsafe record -= 1
      }
      guard let row = unsafe elements else { return path.reversed() }
      guard let index = unsafe index(in: row) else { return nil }
      path.append(ArchiveCodingKey(intValue: index))
      unsafe elements = unsafe row.pointee.outer
    }
  }

  /// The key of the field that a record was given last.
  private func key(ofLastFieldIn frame: UnsafeMutablePointer<EncodingFrame>) -> String? {
    guard let plan = unsafe frame.pointee.plan, unsafe !plan.pointee.isGenerated else { return nil }
    let index = unsafe frame.pointee.next - plan.pointee.slots - 1
    let names = unsafe keys[plan.pointee.number]
    return names.indices.contains(index) ? names[index] : nil
  }

  /// The index of the element of an array or a set that is being encoded.
  private func index(in row: UnsafeMutablePointer<ElementsFrame>) -> Int? {
    guard unsafe row.pointee.role == .array || row.pointee.role == .set,
      unsafe !row.pointee.leavesOutNulls, unsafe row.pointee.count != ElementsFrame.uncounted
    else { return nil }
    if unsafe row.pointee.count == ElementsFrame.late {
      return unsafe self.row(of: row).pointee.count - 1
    }
    return unsafe row.pointee.index
  }
}
