#if Macros
  internal import SwiftSyntax
  internal import SwiftSyntaxBuilder

  /// The extensions that make a type conform.
  struct ExtensionEmission {
    private let archivable: ArchivableType
    private let type: any TypeSyntaxProtocol
    private let protocols: [TypeSyntax]

    init(
      _ archivable: ArchivableType, _ type: some TypeSyntaxProtocol, _ protocols: [TypeSyntax]
    ) {
      self.archivable = archivable
      self.type = type
      self.protocols = protocols
    }

    /// The protocols that the type does not conform to yet. Each is named: one that only follows from
    /// another has no coding made for it, and none at all if it has conditions.
    private func conformances(_ names: String...) -> [String] {
      let missing = Set(protocols.map { $0.trimmedDescription.components(".").last ?? "" })
      return names.filter {
        let name = $0.components(".").last ?? $0
        return missing.contains(name)
          || name == "Codable" && !missing.isDisjoint(with: ["Decodable", "Encodable"])
      }
    }

    var extensions: [ExtensionDeclSyntax] {
      let names: [String]
      var members: [DeclSyntax] = []
      switch archivable.form {
      case .structure where archivable.isRecord:
        names = conformances(
          "Swift.Codable", "KeyedArchives.ArchivableValue", "KeyedArchives.ArchivableRecord")
        members = [description, writing, reading]
        if archivable.isConfirmed { members.append(archivable.confirmedKeys) }
      case .rawEnumeration where archivable.isLeaf:
        names = conformances(
          "Swift.Codable", "KeyedArchives.ArchivableValue", "KeyedArchives.ArchivableLeaf")
      case .enumeration where archivable.hasCases:
        names = conformances(
          "Swift.Codable", "KeyedArchives.ArchivableValue", "KeyedArchives.ArchivableCases")
      case .finalClass where archivable.isObject, .openClass where archivable.isObject:
        names = conformances("Swift.Codable", "KeyedArchives.ArchivableObject")
      default:
        names = conformances("Swift.Codable")
      }
      if archivable.form == .structure {
        let coding = CodingEmission(archivable)
        if archivable.hasMadeDecoding { members.append(coding.decoding(archivable.access)) }
        if archivable.hasMadeEncoding { members.append(coding.encoding(archivable.access)) }
      }
      if names.isEmpty, members.isEmpty { return [] }
      let clause = names.isEmpty ? "" : ": \(names.joined(separator: ", "))"
      let header: SyntaxNodeString =
        "extension \(raw: type.trimmedDescription)\(raw: clause)\(raw: archivable.condition)"
      let syntax = try? ExtensionDeclSyntax(header) {
        for member in members { member }
      }
      return syntax.map { [$0] } ?? []
    }

    /// Names the fields, once per encoder.
    private var description: DeclSyntax {
      var lines = archivable.fields.map {
        "fields.add(\(archivable.keyText(of: $0)), \\Self.\($0.storage))"
      }
      if archivable.hasOwnDecoding { lines.append("fields.leaveReadingToDecoder()") }
      return """
        \(raw: archivable.access)static func describeFields(_ fields: inout KeyedArchives.ArchiveFields) {
          \(raw: lines.joined(separator: "\n  "))
        }
        """
    }

    /// Writes a value.
    private var writing: DeclSyntax {
      return """
        \(raw: archivable.inlining)\(raw: archivable.access)func writeFields(to writer: inout KeyedArchives.ArchiveWriter, at places: KeyedArchives.ArchivePlaces) {
          \(raw: archivable.writingLines.joined(separator: "\n  "))
        }
        """
    }

    /// Reads a value; one whose decoding is the type's own is never asked for.
    private var reading: DeclSyntax {
      """
      \(raw: archivable.inlining)\(raw: archivable.access)init(from reader: inout KeyedArchives.ArchiveReader, at places: KeyedArchives.ArchivedPlaces) throws {
        \(raw: archivable.readingLines.joined(separator: "\n  "))
      }
      """
    }
  }

  extension ArchivableType {
    /// The statements that write all fields.
    var writingLines: [String] {
      if fields.isEmpty { return [] }
      var lines = ["var bits = KeyedArchives.ArchiveStateBits()"]
      lines += fields.map { "bits.add(self.\($0.storage))" }
      lines.append("writer.put(bits)")
      lines += fields.enumerated().map { index, field in
        "writer.put(self.\(field.storage), at: places[\(index)])"
      }
      return lines
    }

    /// The statements that read all fields.
    var readingLines: [String] {
      if hasOwnDecoding { return ["throw reader.unforeseenValue"] }
      if fields.isEmpty { return [] }
      let root = isClass ? name : "Self"
      var lines = ["var bits = try reader.takeBits(at: places)"]
      // All are read before any is assigned: a value that is half there is built apart, and copied.
      lines += fields.enumerated().map { index, field in
        "let field\(index) = try reader.take(\(root).typeOfField { $0.\(field.storage) }, &bits, at: places[\(index)])"
      }
      lines += fields.enumerated().map { index, field in
        "self.\(field.storage) = field\(index)"
      }
      return lines
    }
  }

  extension String {
    fileprivate func components(_ separator: Character) -> [String] {
      split(separator: separator).map(String.init)
    }
  }
#endif
