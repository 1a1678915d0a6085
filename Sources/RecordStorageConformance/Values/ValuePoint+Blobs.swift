internal import RecordStorage
internal import StorageTransforms

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension ValuePoint {
  /// Blobs.
  static let blobs: [ValuePoint] = [ValuePoint("blob: null", .blob, .null)] + blobsStored

  private static let blobsStored: [ValuePoint] = {
    let values: [(String, Data)] = [
      ("empty", Data()), ("one zero", Data([0])), ("zeros", Data(count: 9)), ("255", Data([255])),
      ("text", Data("text".utf8)), ("quotes", Data("'\"\\x41".utf8)),
      ("ill-formed UTF-8", Data([0xC3, 0x28, 0xFF, 0xFE, 0x80])), ("all bytes", Data(0...255)),
      ("all bytes downwards", Data((0...255).reversed())), ("2,000 bytes", Data(noise: 2_000)),
      ("2,001 bytes", Data(noise: 2_001)), ("65,535 bytes", Data(noise: 65_535)),
      ("65,537 bytes", Data(noise: 65_537)), ("3 MiB", Data(noise: 3 << 20)),
    ]
    return values.map { ValuePoint("blob: \($0.0)", .blob, .blob($0.1)) }
  }()

  /// Values of any kind in one attribute.
  static let anyKind: [ValuePoint] =
    anyStored + [
      ValuePoint("any: minus zero", .any, .real(-0.0), .stored(.real(0))),
      ValuePoint("any: NaN", .any, .real(.nan), .refused(.notStorable)),
      ValuePoint("any: U+0000", .any, .text("\u{0}"), .refused(.notStorable)),
    ]

  private static let anyStored: [ValuePoint] = {
    let values: [(String, StoredValue)] = [
      ("null", .null), ("integer", .integer(.min)), ("integral real", .real(7)),
      ("real", .real(0.1)), ("text", .text("7")), ("empty text", .text("")),
      ("blob", .blob(Data("7".utf8))), ("empty blob", .blob(Data())),
    ]
    return values.map { ValuePoint("any: \($0.0)", .any, $0.1) }
  }()
}
