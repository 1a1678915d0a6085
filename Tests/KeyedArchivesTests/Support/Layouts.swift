import KeyedArchives
import Testing

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
  try expectSameBytes(value, layout, attempts: 3)
  var unarchiver = KeyedUnarchiver(allowedTypes: classes)
  unarchiver.usesCells = usesCells
  return try unarchiver.decode(Value.self, from: layout.bytes(value))
}

/// Whether the direct encoder takes a value; its bytes are those of the general one, at its first
/// attempt and after it has learned.
@discardableResult
func expectSameBytes<Value: Encodable>(
  _ value: Value, _ layout: Layout = Layout.all[0],
  userInfo: [CodingUserInfoKey: any Sendable] = [:], attempts: Int = 24,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> Bool {
  var archiver = KeyedArchiver(compression: layout.compression, framing: layout.framing)
  archiver.userInfo = userInfo
  let general = try archiver.encodeThroughTape(value)
  var isDirect = false
  // Encoders learn by and by, and tests beside this one may take the one that learned.
  for attempt in 0..<attempts where attempt < 3 || !isDirect {
    let direct = try archiver.directly(value, { unsafe Array($0) }, { $0.array })
    let isSame = direct == nil || direct == general
    #expect(isSame, sourceLocation: sourceLocation)
    isDirect = isDirect || direct != nil
    let whole: [UInt8] = try archiver.encode(value)
    let isWholeSame = whole == general
    #expect(isWholeSame, sourceLocation: sourceLocation)
  }
  return isDirect
}
