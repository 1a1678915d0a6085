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
    case text(String)
    case date(Date)
    case data(Data)
    case url(URL)
    case uuid(UUID)
    case array([PlainValue])
    case set(Set<PlainValue>)
    case dictionary([String: PlainValue])

    /// - Throws: ``TransformError/Code/notStorable`` for a value of another type, and for one that nests too deep.
    init(_ value: Any, depth: Int = 0) throws(TransformError) {
      guard depth < 256 else { throw TransformError(.limitExceeded, "over 256 levels of nesting") }
      func plain(_ values: some Sequence) throws(TransformError) -> [PlainValue] {
        var result: [PlainValue] = []
        for value in values { result.append(try PlainValue(value, depth: depth + 1)) }
        return result
      }
      switch value {
      case let value as Bool: self = .bool(value)
      case let value as String: self = .text(value)
      case let value as any BinaryInteger:
        if let integer = Int64(exactly: value) {
          self = .integer(integer)
        } else if let integer = UInt64(exactly: value) {
          self = .unsigned(integer)
        } else {
          throw TransformError(.notStorable, "\(value) takes more than 64 bits")
        }
      case let value as Double: self = .real(value)
      case let value as Float: self = .real(Double(value))
      case let value as Date: self = .date(value)
      case let value as Data: self = .data(value)
      case let value as URL: self = .url(value)
      case let value as UUID: self = .uuid(value)
      case let value as [Any]: self = .array(try plain(value))
      case let value as [String: Any]:
        var entries: [String: PlainValue] = [:]
        for (key, value) in value { entries[key] = try PlainValue(value, depth: depth + 1) }
        self = .dictionary(entries)
      case let value as Set<AnyHashable>: self = .set(Set(try plain(value.map(\.base))))
      case Optional<Any>.none: self = .null
      default:
        throw TransformError(.notStorable, "\(type(of: value)) is none of the plain types")
      }
    }

    /// The value as a Swift value of its own type; nil for null.
    var value: Any? {
      switch self {
      case .null: nil
      case .bool(let value): value
      case .integer(let value): Int(exactly: value) ?? value
      case .unsigned(let value): value
      case .real(let value): value
      case .text(let value): value
      case .date(let value): value
      case .data(let value): value
      case .url(let value): value
      case .uuid(let value): value
      case .array(let values): values.map { $0.value as Any }
      case .set(let values): Set(values.compactMap { $0.value as? AnyHashable })
      case .dictionary(let values): values.mapValues { $0.value as Any }
      }
    }
  }
#endif
