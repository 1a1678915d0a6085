extension CodingUserInfoKey {
  /// The order in which ``ProbedValue`` tries what a value may be.
  public static let probes = CodingUserInfoKey(rawValue: "probes")
}

/// A value that may be anything that JSON can be, as many programs have one: what it is, it finds out by trying one type
/// after another.
public enum ProbedValue: Codable, Equatable, CustomStringConvertible {
  case null
  case flag(Bool)
  case whole(Int)
  case real(Double)
  case text(String)
  case list([ProbedValue])
  case table([String: ProbedValue])

  /// What it may be tried as.
  public enum Probe: CaseIterable, Sendable { case flag, whole, real, text, list, table }

  /// Tries all that it may be.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
      return
    }
    let probes =
      CodingUserInfoKey.probes.flatMap { decoder.userInfo[$0] as? [Probe] } ?? Probe.allCases
    let state = CodingUserInfoKey.readingState.flatMap { decoder.userInfo[$0] as? ReadingState }
    func tried<Value>(_ call: () throws -> Value) -> Value? {
      state.map { $0.tried(call) } ?? (try? call())
    }
    for probe in probes {
      switch probe {
      case .flag:
        if let value = tried({ try container.decode(Bool.self) }) {
          self = .flag(value)
        } else {
          continue
        }
      case .whole:
        if let value = tried({ try container.decode(Int.self) }) {
          self = .whole(value)
        } else {
          continue
        }
      case .real:
        if let value = tried({ try container.decode(Double.self) }) {
          self = .real(value)
        } else {
          continue
        }
      case .text:
        if let value = tried({ try container.decode(String.self) }) {
          self = .text(value)
        } else {
          continue
        }
      case .list:
        if let value = tried({ try container.decode([Self].self) }) {
          self = .list(value)
        } else {
          continue
        }
      case .table:
        if let value = tried({ try container.decode([String: Self].self) }) {
          self = .table(value)
        } else {
          continue
        }
      }
      return
    }
    throw DecodingError.dataCorruptedError(
      in: container, debugDescription: "nothing that JSON can be")
  }

  /// Encodes what it is, alone.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .flag(let value): try container.encode(value)
    case .whole(let value): try container.encode(value)
    case .real(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .list(let values): try container.encode(values)
    case .table(let values): try container.encode(values)
    }
  }

  /// What it is, entries by their keys in order.
  public var description: String {
    switch self {
    case .null: "null"
    case .flag(let value): "\(value)"
    case .whole(let value): "\(value)"
    case .real(let value): "\(value)"
    case .text(let value): "“\(value)”"
    case .list(let values): "\(values)"
    case .table(let values): "\(values.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" })"
    }
  }

  /// A value made up at random. Reals are no whole numbers, which some orders would find first.
  public static func random(
    _ generator: inout some RandomNumberGenerator, depth: Int = 0
  ) -> ProbedValue {
    switch Int.random(in: 0..<(depth > 4 ? 5 : 9), using: &generator) {
    case 0: return .null
    case 1: return .flag(Bool.random(using: &generator))
    case 2:
      return .whole(
        Int.random(in: -70...70, using: &generator) &* Int.random(in: 1...10_000, using: &generator)
      )
    case 3: return .real(Double(Int.random(in: -50...50, using: &generator)) + 0.5)
    case 4: return .text(String(repeating: "é", count: Int.random(in: 0...40, using: &generator)))
    case 5, 6:
      let count = Int.random(in: 0...5, using: &generator)
      // Many lists hold values of one kind.
      if Bool.random(using: &generator) {
        let value = random(&generator, depth: depth + 1)
        return .list(Array(repeating: value, count: count))
      }
      return .list((0..<count).map { _ in random(&generator, depth: depth + 1) })
    default:
      var entries: [String: ProbedValue] = [:]
      let hasNumbers = Bool.random(using: &generator)
      for index in 0..<Int.random(in: 0...5, using: &generator) {
        entries[hasNumbers ? "\(index)" : "key \(index)"] = random(&generator, depth: depth + 1)
      }
      return .table(entries)
    }
  }
}
