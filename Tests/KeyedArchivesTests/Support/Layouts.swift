import ReferenceCoder
import TestTraits
import Testing

@testable import KeyedArchives

/// Every way of laying out an archive.
struct Layout: CustomStringConvertible, Sendable {
  var framing: ArchiveLayout.Framing
  var compression: BlockPacking
  var description: String

  static let all = [
    Layout(framing: .singlePart, compression: .none, description: "single-part, plain"),
    Layout(framing: .singlePart, compression: .zlib(level: 9), description: "single-part, zlib"),
    Layout(framing: .multiPart, compression: .none, description: "multi-part, plain"),
    Layout(framing: .multiPart, compression: .zlib(level: 9), description: "multi-part, zlib"),
  ]

  /// Those for values of many blocks. Without `LONG=1` it is one of them, since these values take seconds.
  static let ofBlocks = LongTests.areWanted ? all : [all[3]]

  var archiver: KeyedArchiver { KeyedArchiver(compression: compression, framing: framing) }

  func bytes(_ value: some Encodable) throws -> [UInt8] { try archiver.encode(value) }
}

/// What a value is after a round trip through one layout.
///
/// On the way the direct and the general encoder are compared.
func roundTrip<Value: Codable>(
  _ value: Value, _ layout: Layout = Layout.all[0], allowing classes: TypeAllowList = [],
  usesCells: Bool = false
) throws -> Value {
  try expectSameBytes(value, layout)
  var unarchiver = KeyedUnarchiver(allowedTypes: classes)
  unarchiver.usesCells = usesCells
  return try unarchiver.decode(Value.self, from: layout.bytes(value))
}

/// The bytes that an archiver must write: those of the general way, and those of the reference coder where the engines of this package are
/// not compared with each other. The reference coder is slow, and does not compress: nil for large values and for compressed archives.
func expectedBytes(_ value: some Encodable, _ archiver: KeyedArchiver) throws -> [UInt8]? {
  let general = try archiver.encodeThroughTape(value)
  if Differential.isWanted { return general }
  guard general.count < 16 << 10, case .none = archiver.compression else {
    _ = Differential.isWantedHere()
    return nil
  }
  var reference = ReferenceEncoder(framing: TwoCoders.framing(archiver.framing), names: .declared)
  reference.userInfo = archiver.userInfo
  return try reference.encode(value)
}

/// Whether a direct encoder takes a value once it knows it; its bytes are those of the general one, at its first attempt and
/// after it has learned, whatever the encoder that is at hand has learned from other values.
@discardableResult
func expectSameBytes<Value: Encodable>(
  _ value: Value, _ layout: Layout = Layout.all[0],
  userInfo: [CodingUserInfoKey: any Sendable] = [:],
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> Bool {
  var archiver = KeyedArchiver(compression: layout.compression, framing: layout.framing)
  archiver.userInfo = userInfo
  let expected = try expectedBytes(value, archiver)
  func expectSame(_ bytes: [UInt8]?) {
    let isSame = bytes == nil || expected == nil || bytes == expected
    #expect(isSame, sourceLocation: sourceLocation)
  }
  for _ in 0..<3 {
    expectSame(try archiver.directly(value, { unsafe Array($0) }, { $0.array }))
    let whole: [UInt8] = try archiver.encode(value)
    expectSame(whole)
    // A large value takes seconds, and a new encoder below learns from it once more.
    if whole.count >= 64 << 10, !LongTests.areWanted { break }
  }
  // Encoders that wait may have seen values of the same type that other tests made, and no more expect anything of them.
  let encoder = DirectEncoder()
  defer { encoder.dispose() }
  var isDirect = false
  for _ in 0..<6 where !isDirect {
    let direct = try archiver.encode(value, with: encoder, { unsafe Array($0) }, { $0.array })
    encoder.end()
    expectSame(direct)
    isDirect = direct != nil
  }
  return isDirect
}
