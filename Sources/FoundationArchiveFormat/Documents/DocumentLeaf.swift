internal import ArchiveFormat
internal import PropertyListFormat

/// A leaf of a document as an entry of `$objects`: of those that are alike there is one.
///
/// A mark of its kind, and its bytes.
struct DocumentLeaf: Hashable {
  enum Kind: UInt8 {
    case string, nullString, data, no, yes, integer, real, singleReal, date, uuid, null, decimal,
      url
  }

  /// The mark, then the bytes.
  private let identity: [UInt8]

  init(_ kind: Kind, _ bytes: some Collection<UInt8> = EmptyCollection()) {
    identity = [kind.rawValue] + bytes
  }

  init(_ kind: Kind, bits: UInt64) {
    self.init(kind, (0..<8).map { UInt8(truncatingIfNeeded: bits >> (8 * UInt64($0))) })
  }

  var kind: Kind { Kind(rawValue: identity[0]) ?? .null }
  var bytes: ArraySlice<UInt8> { identity.dropFirst() }
  var bits: UInt64 { bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
  /// An integer of 128 bits.
  var integer: Int128 {
    Int128(truncatingIfNeeded: bytes.reversed().reduce(UInt128(0)) { $0 << 8 | UInt128($1) })
  }

  static func integer(_ number: Int128) -> DocumentLeaf {
    let word = UInt128(truncatingIfNeeded: number)
    return DocumentLeaf(
      .integer, (0..<16).map { UInt8(truncatingIfNeeded: word >> (8 * UInt128($0))) })
  }

  /// The leaf of a URL with the parts that ours have: text, that of what it is relative to, and so on.
  static func url(_ parts: ArraySlice<String>) -> DocumentLeaf {
    var sink = ByteSink()
    sink.varint(parts.count)
    for part in parts { sink.string(part) }
    return DocumentLeaf(.url, sink.bytes)
  }

  var urlParts: [String] {
    var cursor = ByteCursor(Array(bytes))
    var parts: [String] = []
    for _ in 0..<((try? cursor.count()) ?? 0) {
      guard let part = try? cursor.string() else { break }
      parts.append(part)
    }
    return parts
  }

  /// The value of a leaf that is one in a property list too; nil for objects with a class.
  var propertyListLeaf: PropertyListLeaf? {
    switch kind {
    case .string: .string(utf8: bytes)
    case .data: .data(bytes)
    case .no: .bool(false)
    case .yes: .bool(true)
    case .integer: .integer(integer)
    case .real: .real(bits: bits, isSingle: false)
    case .singleReal: .real(bits: bits, isSingle: true)
    case .nullString, .date, .uuid, .null, .decimal, .url: nil
    }
  }

  /// The class of a leaf that is an object.
  var className: String {
    switch kind {
    case .nullString: "NSMutableString"
    case .date: "NSDate"
    case .uuid: "NSUUID"
    case .decimal: "NSDecimalNumber"
    case .url: "NSURL"
    default: "NSNull"
    }
  }
}
