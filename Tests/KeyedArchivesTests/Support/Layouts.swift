import KeyedArchives

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

  func bytes(_ value: some Encodable) throws -> [UInt8] {
    try KeyedArchiver(compression: compression, framing: framing).encode(value)
  }
}

/// What a value is after a round trip through one layout.
func roundTrip<Value: Codable>(
  _ value: Value, _ layout: Layout = Layout.all[0], allowing classes: ClassAllowList = []
) throws -> Value {
  try KeyedUnarchiver(allowedClasses: classes).decode(Value.self, from: layout.bytes(value))
}
