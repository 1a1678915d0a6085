#if Tools && SQLite
  import ArchiveInspection
  import CoreDataStores

  /// A value of a row, as JSON; or why it cannot be read.
  struct CoreDataCell {
    let field: CoreDataRow.Field
    /// The value as JSON; null in the place of an error, and where the text suffices.
    let json: [UInt8]
    /// Text that stands for the value where it is shorter or clearer than JSON.
    let text: String?
    let error: ArchiveError?

    init(
      _ field: CoreDataRow.Field, of row: CoreDataRow, limits: CoreDataLimits,
      _ options: CoreData
    ) {
      self.field = field
      do throws(ArchiveError) {
        let content = try field.content(limits: limits)
        let text = Self.text(content, field)
        let isTextEnough = text != nil && !options.json && !options.full
        json =
          isTextEnough ? Array("null".utf8) : try Self.json(content, options.limits.limits)
        self.text = text
        error = nil
      } catch {
        var error = error
        let place: [ArchivePath.Step] = [
          .root(row.entity), .index(Int(truncatingIfNeeded: row.key)), .key(field.name),
        ]
        error.path = ArchivePath(place + error.path.steps)
        self.error = error
        json = Array("null".utf8)
        text = nil
      }
    }

    private static func json(
      _ content: CoreDataContent, _ limits: ArchiveLimits
    ) throws(ArchiveError) -> [UInt8] {
      var text = JSONText(isEscapedForTerminal: true)
      func mark(_ name: String, _ value: String) {
        text.raw("{\"\(name)\":")
        text.string(value)
        text.raw("}")
      }
      switch content {
      case .null: text.raw("null")
      case .boolean(let isTrue): text.raw(isTrue ? "true" : "false")
      case .integer(let number): text.raw("\(number)")
      case .real(let number):
        if number.isFinite { text.raw("\(number)") } else { mark("$real", "\(number)") }
      case .text(let string): text.string(string)
      case .date(let seconds):
        if let date = DateText.iso8601(secondsSince2001: seconds) {
          mark("$date", date)
        } else if seconds.isFinite {
          text.raw("{\"$date\":\(seconds)}")
        } else {
          mark("$date", "\(seconds)")
        }
      case .uuid(let bytes): mark("$uuid", UUIDText.text(of: bytes))
      case .graph(let graph): text.append(try json(DocumentInspector(graph)))
      case .propertyList(let list): text.append(try json(DocumentInspector(list)))
      case .archive(let bytes):
        text.append(try json(ArchiveInspector(bytes, limits: limits).values))
      case .externalFile(let name): mark("$file", name)
      case .data(let bytes): mark("$base64", ByteText.base64(bytes))
      }
      return text.bytes
    }

    /// The values of an archive as `archivecat export --lossy` writes them.
    static func json(_ values: DocumentInspector) throws(ArchiveError) -> [UInt8] {
      try values.json(.lossy, isEscapedForTerminal: true)
    }

    private static func text(_ content: CoreDataContent, _ field: CoreDataRow.Field) -> String? {
      switch content {
      case .date(let seconds):
        return DateText.iso8601(secondsSince2001: seconds) ?? "\(seconds) s after 2001-01-01"
      case .uuid(let bytes): return UUIDText.text(of: bytes)
      case .externalFile(let name): return "in the file _EXTERNAL_DATA/\(name)"
      case .integer(let number):
        guard case .relationship(let relationship) = field.origin,
          let destination = relationship.destination
        else { return nil }
        return "\(TerminalText.escaped(destination)) #\(number)"
      case .data(let bytes):
        let beginning = ByteText.hex(bytes.prefix(16))
        return "\(bytes.count.counted("byte"))  \(beginning)\(bytes.count > 16 ? "…" : "")"
      default: return nil
      }
    }
  }
#endif
