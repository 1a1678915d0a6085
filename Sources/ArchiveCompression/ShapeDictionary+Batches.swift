package import ArchiveFormat

extension ShapeDictionary {
  /// The dictionary of rows as a store keeps them: in batches, each under the number of rows in front (Spec/back-ends.md, rule A1).
  ///
  /// The first wrong batch and all batches behind it are ignored. O(rows × log batches) if there is one.
  package init(
    batches: [(first: Int64, rows: [UInt8])], limits: ArchiveLimits = .untrusted
  ) {
    if let whole = Self.whole(batches[...], limits) {
      self = whole
      return
    }
    // As many batches as are right are found by halves.
    var (low, high) = (0, batches.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if Self.whole(batches[..<middle], limits) == nil { high = middle } else { low = middle }
    }
    self = Self.whole(batches[..<low], limits) ?? ShapeDictionary()
  }

  /// The dictionary of all batches; nil if one of them is wrong.
  private static func whole(
    _ batches: ArraySlice<(first: Int64, rows: [UInt8])>, _ limits: ArchiveLimits
  ) -> ShapeDictionary? {
    guard let dictionary = try? ShapeDictionary(rows: batches.flatMap(\.rows), limits: limits)
    else { return nil }
    var byteOffset = 0
    for (first, rows) in batches {
      guard 0..<Int64(dictionary.rowCount) ~= first,
        dictionary.history.byteCount(ofRows: Int(first)) == byteOffset
      else { return nil }
      byteOffset += rows.count
    }
    return dictionary
  }
}
