import Foundation
import KeyedArchives
import Testing

/// The archived forms of Codable types of Foundation and of the standard library, with each value in them replaced by
/// extremes: what comes of it is a value or an error.
@Suite struct ChangedFormTests {
  /// A form that can be changed anywhere.
  private indirect enum Form: Codable, Sendable {
    case keyed([String: Form])
    case list([Form])
    case leaf(Leaf)

    enum Leaf: Codable, Sendable {
      case null, bool(Bool), int(Int), double(Double), text(String), data(Data)
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let keyed = try? container.decode([String: Form].self) {
        self = .keyed(keyed)
      } else if let list = try? container.decode([Form].self) {
        self = .list(list)
      } else if container.decodeNil() {
        self = .leaf(.null)
      } else if let bool = try? container.decode(Bool.self) {
        self = .leaf(.bool(bool))
      } else if let int = try? container.decode(Int.self) {
        self = .leaf(.int(int))
      } else if let double = try? container.decode(Double.self) {
        self = .leaf(.double(double))
      } else if let text = try? container.decode(String.self) {
        self = .leaf(.text(text))
      } else {
        self = .leaf(.data(try container.decode(Data.self)))
      }
    }

    /// As the record that a type with such keys writes.
    func encode(to encoder: any Encoder) throws {
      if case .keyed(let keyed) = self {
        var container = encoder.container(keyedBy: Key.self)
        for (key, value) in keyed.sorted(by: { $0.key < $1.key }) {
          try container.encode(value, forKey: Key(stringValue: key))
        }
        return
      }
      var container = encoder.singleValueContainer()
      switch self {
      case .keyed: break
      case .list(let list): try container.encode(list)
      case .leaf(.null): try container.encodeNil()
      case .leaf(.bool(let bool)): try container.encode(bool)
      case .leaf(.int(let int)): try container.encode(int)
      case .leaf(.double(let double)): try container.encode(double)
      case .leaf(.text(let text)): try container.encode(text)
      case .leaf(.data(let data)): try container.encode(data)
      }
    }

    private struct Key: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    /// All forms in which one value is another, or missing.
    var changed: [Form] {
      let inside: [Form]
      switch self {
      case .leaf: inside = []
      case .keyed(let keyed):
        inside = keyed.keys.sorted().flatMap { key -> [Form] in
          var without = keyed
          let value = without.removeValue(forKey: key)
          let others = value?.changed.map { keyed.merging([key: $0]) { $1 } } ?? []
          return ([without] + others).map(Form.keyed)
        }
      case .list(let list):
        inside = list.indices.flatMap { index -> [Form] in
          var without = list
          let value = without.remove(at: index)
          let others = value.changed.map { list[..<index] + [$0] + list[(index + 1)...] }
          return [.list(without)] + others.map { .list(Array($0)) }
        }
      }
      return inside + Self.extremes
    }

    private static let extremes: [Form] =
      [Int.max, .min, -1, 0, 7, 1 << 32].map { .leaf(.int($0)) }
      + [Double.nan, .infinity, 1e300, -0.5].map { .leaf(.double($0)) }
      + ["", "\0", "a b%zz", "-", String(repeating: "x", count: 5_000)].map { .leaf(.text($0)) }
      + [0, 5, 8_192, 8_193, 16_389, 163_840].map { .leaf(.data(Data(repeating: 255, count: $0))) }
      + [.leaf(.null), .leaf(.bool(true)), .list([]), .keyed([:])]
      + [
        .list([.leaf(.int(.max)), .leaf(.int(.max))]),
        .list([.leaf(.int(.max)), .leaf(.int(.min))]),
      ]
  }

  /// How many changed forms were read, and how many were refused.
  private func readings<Value: Codable>(_ value: Value) throws -> (values: Int, errors: Int) {
    let unarchiver = KeyedUnarchiver()
    let form = try unarchiver.decode(
      [Form].self, from: KeyedArchiver().encode([value]) as [UInt8])
    var (values, errors) = (0, 0)
    for changed in form[0].changed {
      let bytes: [UInt8] = try KeyedArchiver().encode([changed])
      do {
        let read = try unarchiver.decode([Value].self, from: bytes)
        let _: [UInt8] = try KeyedArchiver().encode(read)
        values += 1
      } catch {
        errors += 1
      }
    }
    return (values, errors)
  }

  @Test func `changed forms are values or errors`() throws {
    var components = DateComponents(calendar: Calendar(identifier: .gregorian), year: 2_026)
    components.timeZone = TimeZone(identifier: "GMT")
    var name = PersonNameComponents()
    name.givenName = "a"
    name.phoneticRepresentation = PersonNameComponents()
    let url = try #require(URLComponents(string: "http://u:p@host:80/path?a=b#f"))
    let values: [any Codable] = [
      IndexSet([1, 2, 3, 9]), url, CharacterSet(charactersIn: "a\u{1F600}"),
      DateInterval(start: Date(timeIntervalSince1970: 0), duration: 3), components, name,
      Calendar(identifier: .gregorian), Locale(identifier: "en_US"), IndexPath(indexes: [1, 2]),
      Measurement(value: 3, unit: UnitLength.meters), NSRange(location: 3, length: 4),
      AffineTransform(translationByX: 1, byY: 2), 1..<5, 1...5, Duration.seconds(3),
      SIMD4<Int>(1, 2, 3, 4), [1, 2, 3, 4].difference(from: [4, 1, 2]).inferringMoves(),
      CGRect(x: 1, y: 2, width: 3, height: 4), Locale.Components(identifier: "en_US"),
      FloatingPointFormatStyle<Double>().precision(.fractionLength(1...3)), Int128(5), Float(2),
    ]
    for value in values {
      let (values, errors) = try readings(value)
      #expect(values > 0 && errors > 0, "\(type(of: value)): \(values) values, \(errors) errors")
    }
  }
}
