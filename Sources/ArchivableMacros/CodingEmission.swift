#if Macros
  internal import SwiftSyntax
  internal import SwiftSyntaxBuilder

  /// `init(from:)` where the compiler's would not do: with defaults for missing keys.
  struct CodingEmission {
    private let type: ArchivableType

    init(_ type: ArchivableType) { self.type = type }

    /// Whether the compiler's own would fail where a key is missing that has a default.
    var needsDecoding: Bool { type.fields.contains { $0.initialValue != nil } }

    func decoding(_ modifiers: String) -> DeclSyntax {
      var lines: [String] = []
      let keyType = type.fields.isEmpty ? "KeyedArchives.NoArchiveKeys" : "CodingKeys"
      if !type.fields.isEmpty || type.superclass != nil {
        lines.append("let container = try decoder.container(keyedBy: \(keyType).self)")
      }
      lines += type.fields.map {
        let value = type.isClass ? $0.initialValue?.description : InitialValues.expression($0)
        let fallback = value.map { ", default: \($0)" } ?? ""
        return "self.\($0.storage) = try container.decode(fieldForKey: .\($0.name)\(fallback))"
      }
      if type.superclass != nil {
        lines.append("try super.init(from: container.superDecoder())")
      }
      return """
        \(raw: modifiers)init(from decoder: any Swift.Decoder) throws {
          \(raw: lines.joined(separator: "\n  "))
        }
        """
    }
  }
#endif
