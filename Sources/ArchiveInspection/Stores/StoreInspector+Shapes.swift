public import ArchiveCompression
internal import RecordLog

extension StoreInspector {
  /// The shape dictionary that archives of the store are written against (Spec/back-ends.md, section 11); nil if there is none, or none that
  /// can be read. O(rows).
  public func shapeDictionary(limits: ArchiveLimits = .untrusted) -> ShapeDictionary? {
    guard let entity = entities.first(where: { $0.schema?.id == "ArchiveShapes" }) else {
      return nil
    }
    var rows: [Int64: [UInt8]] = [:]
    for key in entity.records.keys {
      guard case .integer(let first) = key.value,
        case .blob(let bytes)? = (try? self.record(key, of: entity))?.values.last
      else { return nil }
      rows[first] = bytes
    }
    let inOrder = rows.sorted { $0.key < $1.key }.flatMap(\.value)
    return try? ShapeDictionary(rows: inOrder, limits: limits)
  }
}
