#if Macros
  internal import SwiftSyntax
  internal import SwiftSyntaxBuilder

  /// The straight-line code of a class. It stands in the body, where what assigns stored properties has to
  /// and subclasses can override it.
  struct ObjectEmission {
    private let type: ArchivableType
    /// What stands before members of the class.
    private let classMember: String
    /// What stands before members of an instance.
    private let member: String

    init(_ type: ArchivableType) {
      self.type = type
      let access = type.isOpen ? "open " : type.access
      let override = type.superclass == nil ? "" : "override "
      member = access + override
      classMember =
        type.superclass == nil && type.form == .finalClass
        ? "\(type.access)static " : "\(access)\(override)class "
    }

    var members: [DeclSyntax] {
      let members = [archivedClass, confirmedKeys, description, writing, initializer, reading]
      return type.readsInAnyOrder ? members + [orderedInitializer, orderedReading] : members
    }

    private var archivedClass: DeclSyntax {
      "\(raw: classMember)var archivedClass: Swift.AnyClass { \(raw: type.name).self }"
    }

    private var confirmedKeys: DeclSyntax {
      """
      \(raw: classMember)var confirmedKeys: (any Swift.CodingKey.Type)? { \(raw: type.keyType).self }
      """
    }

    private var description: DeclSyntax {
      var lines = type.readsInAnyOrder ? ["fields.readInAnyOrder()"] : []
      lines += type.encodedFields.map {
        "fields.add(\(type.keyText(of: $0)), \\\(type.name).\($0.storage))"
      }
      if let superclass = type.superclass { lines.append("fields.add(superclass: \(superclass))") }
      if type.hasOwnDecoding { lines.append("fields.leaveReadingToDecoder()") }
      return """
        \(raw: classMember)func describeFields(_ fields: inout KeyedArchives.ArchiveFields) {
          \(raw: lines.joined(separator: "\n  "))
        }
        """
    }

    private var writing: DeclSyntax {
      var lines = type.writingLines
      if type.superclass != nil {
        lines += [
          "let superclass = writer.beginSuperclass(at: places[\(type.encodedFields.count)])",
          "super.writeFields(to: &writer, at: superclass.places)",
          "writer.end(superclass)",
        ]
      }
      return """
        \(raw: type.inlining)\(raw: member)func writeFields(to writer: inout KeyedArchives.ArchiveWriter, at places: KeyedArchives.ArchivePlaces) {
          \(raw: lines.joined(separator: "\n  "))
        }
        """
    }

    private var initializer: DeclSyntax {
      var lines = type.readingLines
      if type.superclass != nil, !type.hasOwnDecoding {
        lines += [
          "let superclass = try reader.beginSuperclass(at: places[\(type.encodedFields.count)])",
          "try super.init(from: &reader, at: superclass.places)",
          "reader.end(superclass)",
        ]
      }
      let isInherited = type.superclass != nil
      let access = isInherited || type.form == .openClass ? type.access : "private "
      return """
        \(raw: type.inlining)\(raw: access)\(raw: isInherited ? "override " : "")init(from reader: inout KeyedArchives.ArchiveReader, at places: KeyedArchives.ArchivedPlaces) throws {
          \(raw: lines.joined(separator: "\n  "))
        }
        """
    }

    private var orderedInitializer: DeclSyntax {
      """
      @inline(never) private init(from archiveReader: inout KeyedArchives.ArchiveReader, inOrderOf archivedFields: KeyedArchives.ArchivedFieldOrder) throws {
        \(raw: type.orderedReadingLines.joined(separator: "\n  "))
      }
      """
    }

    private var orderedReading: DeclSyntax {
      """
      \(raw: classMember)func readObject(from reader: inout KeyedArchives.ArchiveReader, inOrderOf fields: KeyedArchives.ArchivedFieldOrder) throws -> Swift.AnyObject {
        try \(raw: type.name)(from: &reader, inOrderOf: fields)
      }
      """
    }

    private var reading: DeclSyntax {
      let value =
        type.hasOwnDecoding
        ? "throw reader.unforeseenValue" : "try \(type.name)(from: &reader, at: places)"
      return """
        \(raw: classMember)func readObject(from reader: inout KeyedArchives.ArchiveReader, at places: KeyedArchives.ArchivedPlaces) throws -> Swift.AnyObject {
          \(raw: value)
        }
        """
    }
  }
#endif
