#if !canImport(ObjectiveC)
  internal import ArchiveFormat
  internal import Foundation
  internal import FoundationArchiveFormat
  internal import PropertyListFormat

  extension PlainValue {
    /// Returns true for data that begins like an archive of Apple's `NSKeyedArchiver`, which is a property list.
    static func isFoundationArchive(_ data: Data) -> Bool {
      // An archive of ours may hold the text of a property list.
      guard let first = data.first, first & 0xF0 != ArchiveFraming.lead,
        first != ArchiveFraming.magic.first
      else { return false }
      return PropertyList.isLikely(data.prefix(2_048))
    }

    /// The value of the root `root` of an archive of Apple's `NSKeyedArchiver`. O(bytes).
    ///
    /// - Throws: `ArchiveError` for data that is none, ``TransformError/Code/notStorable`` for an object that is none of the plain values, and
    ///   ``TransformError/Code/limitExceeded``.
    init(foundationArchive data: Data) throws {
      guard let root = try FoundationGraph(Array(data)).archivedValue() else {
        throw TransformError(.unreadable, "the keyed archive has no root named “root”")
      }
      var reader = ArchivedPlainValues()
      self = try reader.plain(root, depth: 0)
    }

    /// The archive that `NSKeyedUnarchiver` reads. O(bytes).
    ///
    /// - Throws: `ArchiveError` for a value that has no form there.
    func foundationArchive() throws -> Data {
      let archive: Data = try KeyedArchiver().encode(NaturalValue(value: self))
      let value = try KeyedUnarchiver().decode(ArchivedValue.self, from: archive)
      return Data(try FoundationGraph.bytes(ofDocument: value.document))
    }
  }

  /// A plain value that is encoded as what it is, without the name of its case.
  private struct NaturalValue: Encodable, Hashable {
    let value: PlainValue

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      func natural(_ values: [PlainValue]) -> [NaturalValue] { values.map(NaturalValue.init) }
      switch value {
      case .null: try container.encodeNil()
      case .bool(let value): try container.encode(value)
      case .integer(let value): try container.encode(value)
      case .unsigned(let value): try container.encode(value)
      case .real(let value): try container.encode(value)
      case .decimal(let value): try container.encode(value)
      case .text(let value): try container.encode(value)
      case .date(let value): try container.encode(value)
      case .data(let value): try container.encode(value)
      case .url(let value): try container.encode(value)
      case .uuid(let value): try container.encode(value)
      case .array(let values): try container.encode(natural(values))
      case .set(let values): try container.encode(Set(values.map(NaturalValue.init)))
      case .dictionary(let values): try container.encode(values.mapValues(NaturalValue.init))
      }
    }
  }

  /// Turns the values of a graph into plain ones.
  private struct ArchivedPlainValues {
    private static let maximumCount = 1_000_000

    /// Values so far. Objects count each time that they are mentioned, since each mention becomes a value.
    private var count = 0

    mutating func plain(_ archived: ArchivedValue, depth: Int) throws -> PlainValue {
      count += 1
      guard depth < PlainValue.maximumDepth, count <= Self.maximumCount else {
        throw TransformError(
          .limitExceeded,
          "the archive holds over \(PlainValue.maximumDepth) levels or \(Self.maximumCount) values")
      }
      switch archived.kind {
      case .null, .absent: return .null
      case .bool: return .bool(archived.boolValue == true)
      case .int, .uint, .int8, .uint8, .int128, .uint128: return try number(archived)
      case .float32: return .real(Double(archived.floatValue ?? 0))
      case .float64: return .real(archived.doubleValue ?? 0)
      case .decimal: return try decimal(archived)
      case .string: return .text(archived.stringValue ?? "")
      case .data: return .data(Data(archived.bytesValue ?? []))
      case .date:
        return .date(Date(timeIntervalSinceReferenceDate: archived.doubleValue ?? 0))
      case .uuid: return try uuid(archived.bytesValue ?? [])
      case .url: return try url(archived.urlParts ?? [])
      case .array: return .array(try plain(archived.elements, depth))
      case .set:
        let members = try plain(archived.elements, depth)
        guard members.allSatisfy(\.isLeaf) else { throw refused("a set of collections or nil") }
        return .set(Set(members))
      case .map: return try dictionary(archived, depth)
      case .object:
        guard let body = archived.body, let name = archived.typeName, Self.isPlain(name) else {
          throw refused("an object of class \(archived.typeName ?? "without a name")")
        }
        return try plain(body, depth: depth)
      case .reference:
        guard let target = archived.target else { throw refused("a reference to nothing") }
        return try plain(target, depth: depth + 1)
      case .backReference, .conditionalReference: throw refused("a collection that is in itself")
      case .extension:
        guard let body = archived.body else { throw refused("an extension") }
        return try plain(body, depth: depth)
      case .record, .typed, .number: throw refused("a \(archived.kind)")
      }
    }

    private static func isPlain(_ name: String) -> Bool {
      let name = name.hasPrefix("NSMutable") ? "NS" + name.dropFirst(9) : name
      return [
        "NSArray", "NSDictionary", "NSSet", "NSOrderedSet", "NSString", "NSData", "NSDate", "NSURL",
        "NSUUID", "NSNull", "NSDecimalNumber",
      ].contains(name)
    }

    private func refused(_ what: String) -> TransformError {
      TransformError(
        .notStorable, "the archive holds \(what), and plain values of Foundation alone are read")
    }

    private mutating func plain(
      _ elements: ArchivedValue.Elements, _ depth: Int
    ) throws -> [PlainValue] {
      var values: [PlainValue] = []
      for element in elements { values.append(try plain(element, depth: depth + 1)) }
      return values
    }

    private mutating func dictionary(
      _ archived: ArchivedValue, _ depth: Int
    ) throws -> PlainValue {
      var values: [String: PlainValue] = [:]
      for (key, value) in archived.entries {
        guard case .text(let text) = try plain(key, depth: depth + 1) else {
          throw refused("a dictionary with keys that are no text")
        }
        values[text] = try plain(value, depth: depth + 1)
      }
      return .dictionary(values)
    }

    private func number(_ archived: ArchivedValue) throws -> PlainValue {
      let value = archived.integerValue
      if let integer = value.flatMap({ Int64(exactly: $0) }) { return .integer(integer) }
      if let integer = value.flatMap({ UInt64(exactly: $0) }) { return .unsigned(integer) }
      throw refused("an integer of more than 64 bits")
    }

    private func decimal(_ archived: ArchivedValue) throws -> PlainValue {
      guard let (mantissa, exponent) = archived.decimalValue else { return .decimal(.nan) }
      guard let value = Decimal(string: "\(mantissa)e\(exponent)") else {
        throw refused("a decimal beyond Foundation's")
      }
      return .decimal(value)
    }

    private func uuid(_ bytes: [UInt8]) throws -> PlainValue {
      guard bytes.count == 16 else { throw refused("a UUID of \(bytes.count) bytes") }
      guard let uuid = UUID(uuidString: UUIDText.text(of: bytes)) else { throw refused("a UUID") }
      return .uuid(uuid)
    }

    /// A URL of its parts: the relative text, then that of its base.
    private func url(_ parts: [String]) throws -> PlainValue {
      var url: URL?
      for part in parts.reversed() {
        guard let next = URL(string: part, relativeTo: url) else {
          throw refused("a URL that is none: \(part.prefix(80))")
        }
        url = next
      }
      guard let url else { throw refused("a URL without text") }
      return .url(url)
    }
  }
#endif
