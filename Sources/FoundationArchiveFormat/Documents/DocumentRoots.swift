internal import ArchiveFormat
internal import PropertyListFormat

/// The names of a document's roots, and the keys of an archive's.
struct DocumentRoots {
  /// The roots by their keys in UTF-8, with three bytes for a surrogate that is not paired.
  private(set) var roots: [(key: [UInt8], cell: Int)] = []
  /// The cell of the name of an unusual archiver.
  private(set) var archiver: Int?

  /// The name of a root.
  ///
  /// - Parameter utf8: The key, with three bytes for a surrogate that is not paired.
  static func name(ofKey utf8: [UInt8]) -> String {
    guard let key = String(validating: utf8, as: UTF8.self) else {
      let units = PropertyList.utf16Bytes(ofUTF8: utf8[...])
      return DocumentLabel.utf16Root
        + units.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    if utf8.elementsEqual(DocumentLabel.usualRoot.utf8) { return "" }
    return utf8.isEmpty || utf8[0] == UInt8(ascii: "$") ? "$" + key : key
  }

  /// The roots of a document.
  ///
  /// - Throws: ``ArchiveError`` with the code ``ArchiveError/Code/invalidValue`` for a name that begins with `$` and is none of the
  ///   names that keys get.
  init(_ document: ArchivedDocument) throws(ArchiveError) {
    for root in document.roots {
      if root.name == DocumentLabel.archiverRoot {
        archiver = root.cell
      } else if root.name == DocumentLabel.noRoot {
        guard document.cells[root.cell].kind == .null else {
          throw Self.refused(root.name)
        }
      } else {
        roots.append((try Self.key(ofName: root.name), root.cell))
      }
    }
  }

  private static func refused(_ name: String) -> ArchiveError {
    ArchiveError(
      .invalidValue, "a root whose name begins with $ has no form in a keyed archive",
      path: ArchivePath([.root(name)]))
  }

  private static func key(ofName name: String) throws(ArchiveError) -> [UInt8] {
    guard name.utf8.first == UInt8(ascii: "$") else {
      return Array((name.isEmpty ? DocumentLabel.usualRoot : name).utf8)
    }
    let rest = Array(name.utf8.dropFirst())
    if rest.isEmpty || rest[0] == UInt8(ascii: "$") { return rest }
    guard name.utf8.starts(with: DocumentLabel.utf16Root.utf8) else { throw refused(name) }
    let digits = Array(name.utf8.dropFirst(DocumentLabel.utf16Root.utf8.count))
    var units: [UInt16] = []
    for start in stride(from: 0, to: digits.count, by: 4) {
      let text = String(decoding: digits[start..<min(start + 4, digits.count)], as: UTF8.self)
      guard text.utf8.count == 4,
        text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
        let unit = UInt16(text, radix: 16)
      else { throw refused(name) }
      units.append(unit)
    }
    return PropertyList.utf8(ofUTF16: units)
  }
}
