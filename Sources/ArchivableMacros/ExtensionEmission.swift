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
        members = [description, archivable.confirmedKeys, writing, reading]
        if archivable.readsInAnyOrder { members.append(readingInOrder) }
      case .rawEnumeration where archivable.isLeaf:
        names = conformances(
          "Swift.Codable", "KeyedArchives.ArchivableValue", "KeyedArchives.ArchivableLeaf")
        if let values = confirmedValues { members.append(values) }
      case .enumeration where archivable.hasCases:
        names = conformances(
          "Swift.Codable", "KeyedArchives.ArchivableValue", "KeyedArchives.ArchivableCases")
      case .finalClass where archivable.isObject, .openClass where archivable.isObject:
        names = conformances("Swift.Codable", "KeyedArchives.ArchivableObject")
      default:
        names = conformances("Swift.Codable")
      }
      if archivable.form == .structure { members += CodingEmission(archivable).members }
      if names.isEmpty, members.isEmpty { return [] }
      let clause = names.isEmpty ? "" : ": \(names.joined(separator: ", "))"
      let header: SyntaxNodeString =
        "extension \(raw: type.trimmedDescription)\(raw: clause)\(raw: archivable.condition)"
      let syntax = try? ExtensionDeclSyntax(header) {
        for member in members { member }
      }
      return syntax.map { [$0] } ?? []
    }

    /// Lists the cases with raw values; nil for a struct.
    private var confirmedValues: DeclSyntax? {
      if archivable.rawCases.isEmpty { return nil }
      let values = archivable.rawCases.map { ".\($0)" }.joined(separator: ", ")
      return """
        \(raw: archivable.access)static var confirmedValues: [Self]? { [\(raw: values)] }
        """
    }

    /// Names the fields, once per encoder.
    private var description: DeclSyntax {
      var lines = archivable.readsInAnyOrder ? ["fields.readInAnyOrder()"] : []
      lines += archivable.encodedFields.map {
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

  extension ExtensionEmission {
    /// Reads a value whose archive has other fields, or has them in another order.
    private var readingInOrder: DeclSyntax {
      """
      @inline(never) \(raw: archivable.access)init(from archiveReader: inout KeyedArchives.ArchiveReader, inOrderOf archivedFields: KeyedArchives.ArchivedFieldOrder) throws {
        \(raw: archivable.orderedReadingLines.joined(separator: "\n  "))
      }
      """
    }
  }

  extension ArchivableType {
    /// True if there is code that reads the fields in the order of the archive. A superclass is read at its place.
    var readsInAnyOrder: Bool { !hasOwnDecoding && !encodedFields.isEmpty && superclass == nil }

    /// The statements that read all fields in the order of the archive.
    var orderedReadingLines: [String] {
      let root = isClass ? name : "Self"
      func fieldType(_ field: ArchivableField) -> String {
        "\(root).typeOfField { $0.\(field.storage) }"
      }
      var lines = [
        "var (archivedOrder, archivedBits) = (archivedFields, try archiveReader.takeBits(at: archivedFields.places))"
      ]
      lines += encodedFields.enumerated().filter { !$0.element.isConstant }.map { index, field in
        "var archivedField\(index) = KeyedArchives.ArchivedFieldResult(\(fieldType(field)))"
      }
      lines += [
        "while let index = try archiveReader.takeField(&archivedOrder, &archivedBits) {",
        "  switch index {",
      ]
      lines += encodedFields.enumerated().map { index, field in
        // The type is that of the variable: beside an optional result the compiler would take the property for one.
        let (target, type) =
          field.isConstant
          ? ("_", fieldType(field))
          : ("archivedField\(index).value", "archivedField\(index).type")
        return
          "  case \(index): \(target) = try archiveReader.take(\(type), &archivedBits, at: archivedOrder.place)"
      }
      lines += ["  default: throw archiveReader.unforeseenValue", "  }", "}"]
      lines += encodedFields.enumerated().filter { !$0.element.isConstant }.map { index, field in
        "self.\(field.storage) = \(orderedValue(of: field, "archivedField\(index)"))"
      }
      return lines
    }

    /// The expression for a field that may be missing.
    private func orderedValue(of field: ArchivableField, _ variable: String) -> String {
      if field.isOptional, !field.isWrapped { return "\(variable).value ?? nil" }
      let initialValue = isClass ? field.initialValue?.description : InitialValues.expression(field)
      guard !field.isWrapped, let initialValue else { return "try \(variable).required()" }
      return "\(variable).value ?? (\(initialValue))"
    }

    /// The statements that write all fields.
    var writingLines: [String] {
      if encodedFields.isEmpty { return [] }
      var lines = ["var bits = KeyedArchives.ArchiveStateBits()"]
      lines += encodedFields.map { "bits.add(self.\($0.storage))" }
      lines.append("writer.put(bits)")
      lines += encodedFields.enumerated().map { index, field in
        "writer.put(self.\(field.storage), at: places[\(index)])"
      }
      return lines
    }

    /// The statements that read all fields.
    var readingLines: [String] {
      if hasOwnDecoding { return ["throw reader.unforeseenValue"] }
      if encodedFields.isEmpty { return [] }
      let root = isClass ? name : "Self"
      var lines = ["var bits = try reader.takeBits(at: places)"]
      // All are read before any is assigned: a value that is half there is built apart, and copied.
      lines += encodedFields.enumerated().map { index, field in
        "\(field.isConstant ? "_" : "let field\(index)") = try reader.take(\(root).typeOfField { $0.\(field.storage) }, &bits, at: places[\(index)])"
      }
      lines += encodedFields.enumerated().filter { !$0.element.isConstant }.map { index, field in
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
