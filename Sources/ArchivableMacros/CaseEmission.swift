#if Macros
  internal import SwiftSyntax
  internal import SwiftSyntaxBuilder

  /// The straight-line code of an enumeration with payloads.
  struct CaseEmission {
    private let cases: [ArchivableCase]
    private let access: String
    private let inlining: String
    private let confirmedKeys: DeclSyntax
    /// The clause behind the head of each member. The compiler knows of no conformance in the body, so each member requires it.
    private let condition: String

    init(_ type: ArchivableType) {
      cases = type.cases
      access = type.access
      inlining = type.inlining
      confirmedKeys = type.confirmedKeys
      condition = type.condition
    }

    var members: [DeclSyntax] { [keys, confirmedKeys, description, writing, reading] }

    /// The keys that the compiler's own coding uses. An extension may bring another coding, which the macro does not see.
    private var keys: DeclSyntax {
      """
      private enum CodingKeys: Swift.CodingKey {
        case \(raw: cases.map(\.name).joined(separator: ", "))
      }
      """
    }

    private func literal(_ text: String) -> String {
      StringLiteralExprSyntax(content: text).description
    }

    /// Names the cases, once per encoder.
    private var description: DeclSyntax {
      let lines = cases.map { found in
        if found.values.isEmpty { return "cases.add(\(literal(found.plainName)))" }
        let values = found.values.map { "    fields.add(\(literal($0.key)), \($0.type))" }
        return """
          cases.add(\(literal(found.plainName))) { fields in
          \(values.joined(separator: "\n"))
            }
          """
      }
      return """
        \(raw: access)static func describeCases(_ cases: inout KeyedArchives.ArchiveCases)\(raw: condition) {
          \(raw: lines.joined(separator: "\n  "))
        }
        """
    }

    /// Writes a value.
    private var writing: DeclSyntax {
      let lines = cases.enumerated().map { number, found in
        let begin = "writer.begin(case: \(number), of: self, at: place)"
        if found.values.isEmpty { return "case .\(found.name):\n    writer.end(\(begin))" }
        let names = found.values.indices.map { "value\($0)" }
        var body = ["let payload = \(begin)", "var bits = KeyedArchives.ArchiveStateBits()"]
        body += names.map { "bits.add(\($0))" }
        body.append("writer.put(bits)")
        body += names.enumerated().map { "writer.put(\($1), at: payload[\($0)])" }
        body.append("writer.end(payload)")
        return """
          case .\(found.name)(\(names.map { "let \($0)" }.joined(separator: ", "))):
              \(body.joined(separator: "\n    "))
          """
      }
      return """
        \(raw: inlining)\(raw: access)func writeCase(to writer: inout KeyedArchives.ArchiveWriter, at place: KeyedArchives.ArchivePlace)\(raw: condition) {
          switch self {
          \(raw: lines.joined(separator: "\n  "))
          }
        }
        """
    }

    /// Reads a value.
    private var reading: DeclSyntax {
      let lines = cases.enumerated().map { number, found in
        if found.values.isEmpty { return "case \(number):\n    self = .\(found.name)" }
        var body = ["var bits = try reader.takeBits(at: places)"]
        body += found.values.enumerated().map {
          "let value\($0) = try reader.take(\($1.type), &bits, at: places[\($0)])"
        }
        let arguments = found.values.enumerated().map { index, value in
          value.label.map { "\($0): value\(index)" } ?? "value\(index)"
        }
        body.append("self = .\(found.name)(\(arguments.joined(separator: ", ")))")
        return "case \(number):\n    \(body.joined(separator: "\n    "))"
      }
      return """
        \(raw: inlining)\(raw: access)init(from reader: inout KeyedArchives.ArchiveReader, case index: Swift.Int, at places: KeyedArchives.ArchivedPlaces) throws\(raw: condition) {
          switch index {
          \(raw: lines.joined(separator: "\n  "))
          default:
            throw reader.unforeseenValue
          }
        }
        """
    }
  }
#endif
