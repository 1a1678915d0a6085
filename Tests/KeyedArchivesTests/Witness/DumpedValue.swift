import Foundation

/// A value dump, with numbers by their bits.
indirect enum DumpedValue: Hashable {
  /// The bytes of a text: equal texts may be different ones.
  case text([UInt8])
  case number(String, UInt64)
  case list([DumpedValue])
  case members([String: DumpedValue])

  init(_ json: Data) throws {
    self.init(any: try JSONSerialization.jsonObject(with: json, options: .fragmentsAllowed))
  }

  private init(any: Any) {
    switch any {
    case let list as [Any]: self = .list(list.map { DumpedValue(any: $0) })
    case let members as [String: Any]:
      self = .members(
        members.reduce(into: [:]) { result, member in
          result[member.key] = DumpedValue(any: member.value).number(ofKind: member.key)
        })
    default: self = .text(Array("\(any)".utf8))
    }
  }

  /// The text of a number as what it stands for.
  private func number(ofKind kind: String) -> DumpedValue {
    guard case .text(let bytes) = self, !bytes.starts(with: "nan".utf8) else { return self }
    let text = String(decoding: bytes, as: UTF8.self)
    switch kind {
    case "float32": return Float(text).map { .number(kind, UInt64($0.bitPattern)) } ?? self
    case "float64", "date": return Double(text).map { .number(kind, $0.bitPattern) } ?? self
    default: return self
    }
  }
}
