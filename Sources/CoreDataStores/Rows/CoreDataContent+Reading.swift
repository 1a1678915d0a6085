#if SQLite
  internal import ArchiveCompression
  public import ArchiveFormat
  internal import FoundationArchiveFormat
  internal import PropertyListFormat

  extension CoreDataRow.Field {
    /// The value as what it stands for, by the type of its attribute, and for data by its first bytes. O(bytes).
    ///
    /// - Parameter limits: The limits for archives in the value.
    /// - Returns: The content; data that begins like nothing that is known as ``CoreDataContent/data(_:)``.
    /// - Throws: ``ArchiveError`` for text that is no UTF-8, and for an archive or a property list that cannot be read.
    public func content(limits: CoreDataLimits = CoreDataLimits()) throws(ArchiveError)
      -> CoreDataContent
    {
      switch value {
      case .null: return .null
      case .integer(let number):
        if isDate, let seconds = Double(exactly: number) { return .date(seconds) }
        return kind == .boolean && 0...1 ~= number ? .boolean(number == 1) : .integer(number)
      case .real(let number): return isDate ? .date(number) : .real(number)
      case .text(let text): return .text(text)
      case .malformedText:
        throw ArchiveError(.malformedStore, "the text is no UTF-8")
      case .data(let bytes): return try Self.content(of: bytes, kind, limits)
      }
    }

    private var kind: CoreDataAttribute.Kind? {
      if case .attribute(let attribute) = origin { attribute.kind } else { nil }
    }

    /// True for dates by the type of the attribute, or of a column that Core Data makes for dates alone.
    private var isDate: Bool {
      if case .column(let column) = origin {
        return TableNames.folded(column.declaredType) == "TIMESTAMP"
      }
      return kind == .date
    }

    private static func content(
      of bytes: [UInt8], _ kind: CoreDataAttribute.Kind?, _ limits: CoreDataLimits
    ) throws(ArchiveError) -> CoreDataContent {
      if kind == .uuid, bytes.count == 16 { return .uuid(bytes) }
      if let name = externalFile(bytes) { return .externalFile(name) }
      if let content = try archived(bytes, limits) { return content }
      // Core Data puts a 1 in front of data that it might have put into a file.
      if bytes.first == 1, let content = try archived(Array(bytes.dropFirst()), limits) {
        return content
      }
      return text(bytes).map { .text($0) } ?? .data(bytes)
    }

    /// The name of the file that data is in: a 2, the name, which is a UUID, and a zero.
    private static func externalFile(_ bytes: [UInt8]) -> String? {
      guard bytes.first == 2, bytes.count == 38, bytes[37] == 0 else { return nil }
      let name = bytes[1..<37]
      let isUUID = name.enumerated().allSatisfy { index, byte in
        [8, 13, 18, 23].contains(index)
          ? byte == UInt8(ascii: "-")
          : UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
            || UInt8(ascii: "A")...UInt8(ascii: "F") ~= byte & 0xDF
      }
      return isUUID ? String(decoding: name, as: UTF8.self) : nil
    }

    /// The content that the first bytes announce; nil if they are those of nothing that is known.
    private static func archived(
      _ bytes: [UInt8], _ limits: CoreDataLimits
    ) throws(ArchiveError) -> CoreDataContent? {
      if isPropertyList(bytes) {
        do throws(ArchiveError) {
          return .graph(try FoundationGraph(bytes, limits: limits.propertyLists))
        } catch {
          guard error.code == .notKeyedArchive else { throw error }
          return .propertyList(try PropertyList(bytes, limits: limits.propertyLists))
        }
      }
      guard let first = bytes.first,
        first & 0xF0 == ArchiveFraming.lead || bytes.starts(with: ArchiveFraming.magic)
      else { return nil }
      do throws(ArchiveError) {
        var opener = ArchiveOpener(bytes, limits: limits.inflation)
        _ = try opener.open()
        return .archive(bytes)
      } catch {
        // One byte is what many others begin with too.
        let isCertain =
          bytes.starts(with: ArchiveFraming.magic)
          || [.limitExceeded, .needsFeature].contains(error.code)
        guard isCertain else { return nil }
        throw error
      }
    }

    /// Returns true for a binary list, and for XML with the tag of one near its start: other text begins with a tag too.
    private static func isPropertyList(_ bytes: [UInt8]) -> Bool {
      if bytes.starts(with: "bplist0".utf8) { return true }
      return bytes.first == UInt8(ascii: "<")
        && String(decoding: bytes.prefix(2_048), as: UTF8.self).contains("<plist")
    }

    /// Text without control characters; nil for other bytes.
    private static func text(_ bytes: [UInt8]) -> String? {
      let isPlain = bytes.allSatisfy {
        $0 >= 0x20 && $0 != 0x7F || [0x09, 0x0A, 0x0D].contains($0)
      }
      return bytes.isEmpty || !isPlain ? nil : String(validating: bytes, as: UTF8.self)
    }
  }
#endif
