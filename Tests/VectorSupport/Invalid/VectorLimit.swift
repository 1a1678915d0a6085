import ArchiveFormat

/// A limit that a vector is read with, by its name in the vector's file.
package struct VectorLimit: Hashable, Sendable {
  package let name: String
  package private(set) var value: Int

  private static let settings: [String: any WritableKeyPath<ArchiveLimits, Int> & Sendable] = [
    "depth": \.maximumDepth, "values": \.maximumValueCount,
    "bitlessValues": \.maximumZeroWidthCount, "objects": \.maximumObjectCount,
    "inflatedBytes": \.maximumInflatedByteCount, "inflationRatio": \.maximumInflationRatio,
    "blockBytes": \.maximumBlockByteCount, "rows": \.maximumDefinitionCount,
    "fields": \.maximumFieldCount, "allFields": \.maximumTotalFieldCount,
    "keyBytes": \.maximumKeyByteCount,
  ]

  init?(_ text: String) {
    let parts = text.split(separator: "=").map(String.init)
    guard parts.count == 2, Self.settings[parts[0]] != nil, let value = Int(parts[1]) else {
      return nil
    }
    (name, self.value) = (parts[0], value)
  }

  func apply(to limits: inout ArchiveLimits) {
    if let setting = Self.settings[name] { limits[keyPath: setting] = value }
  }

  /// The limit of one more.
  var raised: VectorLimit {
    var limit = self
    limit.value += 1
    return limit
  }
}
