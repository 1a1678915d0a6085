/// The visits that share a byte.
extension ArchiveDefinitions {
  /// Visits that reading a record takes, with the records in it that are always there, and the bytes that pay for them: a record has as many
  /// bytes at least.
  private struct Content {
    var visitCount = 1
    var byteCount = 0
  }

  /// True if the bytes of each record pay for reading it, and records without bytes take little.
  ///
  /// The elements of collections, the bodies of objects, and records that may be absent and have bytes, count where they stand. O(fields).
  ///
  /// - Parameters:
  ///   - visitsPerByte: Visits that a byte of a record pays for.
  ///   - visitsWithoutBytes: Visits that a record without bytes may take.
  package func paysForRecords(visitsPerByte: Int, visitsWithoutBytes: Int) -> Bool {
    var known = Known(shapes.count)
    for shape in shapes.indices {
      let content = content(ofShape: shape, &known)
      let most = content.byteCount > 0 ? visitsPerByte * content.byteCount : visitsWithoutBytes
      if content.visitCount > most { return false }
    }
    return true
  }

  /// The contents that were found so far.
  private struct Known {
    var contents: [Content?]
    var haveBytes: [Bool?]

    init(_ count: Int) {
      contents = Array(repeating: nil, count: count)
      haveBytes = Array(repeating: nil, count: count)
    }
  }

  /// The shape of records that stand in each record of another one.
  private func shape(in field: ShapeField) -> Int? {
    let node = kinds[field.kind]
    return field.mode == .required && node.code == .recordOfShape ? Int(node.number) : nil
  }

  /// True if each record of a shape has a byte. Recurses through records that are always there: a value that holds one of each nests as deep.
  private func hasBytes(_ shape: Int, _ known: inout Known) -> Bool {
    if let hasBytes = known.haveBytes[shape] { return hasBytes }
    // No value has a record that is always in itself.
    known.haveBytes[shape] = false
    let hasBytes =
      shapes[shape].bitCount() > 0
      || shapes[shape].fields.contains { field in
        if let inner = self.shape(in: field) { return self.hasBytes(inner, &known) }
        return kinds[field.kind].code.hasBytes
      }
    known.haveBytes[shape] = hasBytes
    return hasBytes
  }

  /// Recurses as ``hasBytes(_:_:)``, and through records without bytes, in which all is always there.
  private func content(ofShape shape: Int, _ known: inout Known) -> Content {
    if let content = known.contents[shape] { return content }
    known.contents[shape] = Content(visitCount: .max / 2)
    var content = Content(byteCount: (shapes[shape].bitCount() + 7) / 8)
    for field in shapes[shape].fields {
      content.visitCount += 1
      let node = kinds[field.kind]
      let record = node.code == .nullable ? kinds[node.first] : node
      if record.code == .recordOfShape {
        let number = Int(record.number)
        // If it may be absent and has bytes, those pay for it.
        guard self.shape(in: field) != nil || !hasBytes(number, &known) else { continue }
        let inner = self.content(ofShape: number, &known)
        content.visitCount = min(content.visitCount + inner.visitCount, .max / 2)
        content.byteCount += inner.byteCount
      } else if field.mode == .required, !field.isBit, node.code.hasBytes {
        content.byteCount += 1
      } else if node.code == .null || node.code == .undetermined {
        // For user code that asks whether it is null.
        content.visitCount += 1
      }
    }
    known.contents[shape] = content
    return content
  }
}

extension ArchiveKind {
  /// True if a value of this kind has a byte of its own where it always stands.
  fileprivate var hasBytes: Bool {
    switch self {
    case .undetermined, .null, .recordOfShape, .nullable: false
    default: true
    }
  }
}
