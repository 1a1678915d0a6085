#if !canImport(ObjectiveC)
  #if canImport(FoundationEssentials)
    internal import FoundationEssentials
  #else
    internal import Foundation
  #endif

  /// A value of the kinds that property lists have, and URLs, UUIDs and sets, of which no type is known.
  indirect enum PlainValue: Codable, Hashable {
    case null
    case bool(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case real(Double)
    case decimal(Decimal)
    case text(String)
    case date(Date)
    case data(Data)
    case url(URL)
    case uuid(UUID)
    case array([PlainValue])
    case set(Set<PlainValue>)
    case dictionary([String: PlainValue])

    /// The greatest depth of values in collections.
    static let maximumDepth = 256

    /// - Throws: ``TransformError/Code/notStorable`` for a value of another type, and for one that nests too deep.
    init(_ value: Any, depth: Int = 0) throws(TransformError) {
      guard depth < Self.maximumDepth else {
        throw TransformError(.limitExceeded, "over \(Self.maximumDepth) levels of nesting")
      }
      func plain(_ values: some Sequence) throws(TransformError) -> [PlainValue] {
        var result: [PlainValue] = []
        for value in values { result.append(try PlainValue(value, depth: depth + 1)) }
        return result
      }
      switch value {
      case let value as String: self = .text(value)
      case let value as any BinaryInteger: self = try .number(value)
      case let value where type(of: value) == Decimal.self: self = .decimal(value as? Decimal ?? 0)
      case let value where type(of: value) == Bool.self: self = .bool(value as? Bool == true)
      case let value where type(of: value) == Double.self: self = .real(value as? Double ?? 0)
      case let value where type(of: value) == Float.self: self = .real(Double(value as? Float ?? 0))
      // Foundation's boxes around numbers, which do not tell whether they hold a Bool.
      case let value as Int64: self = .integer(value)
      case let value as UInt64: self = .unsigned(value)
      case let value as Double: self = .real(value)
      case let value as Date: self = .date(value)
      case let value as Data: self = .data(value)
      case let value as URL: self = .url(value)
      case let value as UUID: self = .uuid(value)
      case let value as [Any]: self = .array(try plain(value))
      case let value as [String: Any]:
        var entries: [String: PlainValue] = [:]
        for (key, value) in value { entries[key] = try PlainValue(value, depth: depth + 1) }
        self = .dictionary(entries)
      case let value as Set<AnyHashable>:
        let elements = try plain(value.map(\.base))
        guard elements.allSatisfy(\.isLeaf) else {
          throw TransformError(
            .notStorable, "a set of collections or nil is none of the plain types")
        }
        self = .set(Set(elements))
      case Optional<Any>.none: self = .null
      default:
        throw TransformError(.notStorable, "\(type(of: value)) is none of the plain types")
      }
    }

    private static func number(_ value: any BinaryInteger) throws(TransformError) -> PlainValue {
      if let integer = Int64(exactly: value) { return .integer(integer) }
      if let integer = UInt64(exactly: value) { return .unsigned(integer) }
      throw TransformError(.notStorable, "\(value) takes more than 64 bits")
    }

    /// True for values that a set may have.
    var isLeaf: Bool {
      switch self {
      case .null, .array, .set, .dictionary: false
      default: true
      }
    }

    /// The value, or the nil that stands in collections.
    private var element: Any { value ?? Optional<Any>.none as Any }

    /// The value as a Swift value of its own type; nil for null.
    var value: Any? {
      switch self {
      case .null: nil
      case .bool(let value): value
      case .integer(let value): Int(exactly: value) ?? value
      case .unsigned(let value): value
      case .real(let value): value
      case .decimal(let value): value
      case .text(let value): value
      case .date(let value): value
      case .data(let value): value
      case .url(let value): value
      case .uuid(let value): value
      case .array(let values): values.map(\.element)
      case .set(let values): Set(values.compactMap { $0.value as? AnyHashable })
      case .dictionary(let values): values.mapValues(\.element)
      }
    }
  }
#endif
