/// How many values share a byte.
extension ArchiveDefinitions {
  /// A record's least content: values, itself among them, and bytes.
  private struct Content {
    var valueCount = 1
    var byteCount = 0
  }

  /// True if each record has a byte for at most so many of the values in it. Of records without bytes, whether they have at most so many
  /// values.
  ///
  /// Values that have a byte of their own, or stand in an array, count where they stand: so whole content holds at most so many in a byte, if
  /// the elements without bytes of their own are left out, and one more for each record that follows a byte of its own. O(fields).
  package func holdValues(atMostPerByte limit: Int) -> Bool {
    var known: [Content?] = Array(repeating: nil, count: shapes.count)
    for shape in shapes.indices {
      let content = content(ofShape: shape, &known)
      if content.valueCount > limit * max(1, content.byteCount) { return false }
    }
    return true
  }

  /// Recurses through records that always stand in each other: a value nests as deep.
  private func content(ofShape shape: Int, _ known: inout [Content?]) -> Content {
    if let content = known[shape] { return content }
    // Of records in themselves, which may be absent, so that a bit tells.
    known[shape] = Content(byteCount: 1)
    var content = Content(byteCount: (shapes[shape].bitCount() + 7) / 8)
    for field in shapes[shape].fields {
      let node = kinds[field.kind]
      let record = node.code == .nullable ? kinds[node.first] : node
      guard record.code == .recordOfShape else {
        content.valueCount += 1
        if field.mode == .required, !field.isBit, node.code.hasBytes { content.byteCount += 1 }
        continue
      }
      let inner = self.content(ofShape: Int(record.number), &known)
      if field.mode == .required, node.code == .recordOfShape {
        content.valueCount += inner.valueCount
        content.byteCount += inner.byteCount
      } else {
        // Where it has bytes, those pay for it.
        content.valueCount += inner.byteCount == 0 ? inner.valueCount : 1
      }
    }
    known[shape] = content
    return content
  }
}

extension ArchiveKind {
  /// Whether a value of this kind has a byte of its own where it always stands.
  fileprivate var hasBytes: Bool {
    switch self {
    case .undetermined, .null, .recordOfShape, .nullable: false
    default: true
    }
  }
}
