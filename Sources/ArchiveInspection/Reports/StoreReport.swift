internal import RecordLog

/// What a record log holds, in lines that are safe to print.
public struct StoreReport {
  private let store: StoreInspector
  private let title: String

  /// A report of a log. The title stands in its first line, which is that of its file.
  public init(_ store: StoreInspector, title: String) {
    self.store = store
    self.title = title
  }

  /// Hands the lines to `write`, each without its line break.
  public func print(_ write: (String) -> Void) {
    let bytes = store.bytes
    let groups = "\(store.commitCount.counted("commit")) in \(store.groupCount.counted("group"))"
    write(
      "\(TerminalText.escaped(title)): record log, generation \(store.header.generation), \(groups), "
        + store.entities.count.counted("entity", "entities"))
    write(
      "\(bytes.total.counted("byte")): \(bytes.live.grouped) live, \(bytes.dead.grouped) dead, "
        + "\(bytes.framing.grouped) of header and frames, \(bytes.rest.grouped) in no commit"
    )
    write(CommitText.ending(store.ending, behind: store.byteOffset))
    for gap in store.missing { write(CommitText.missing(gap)) }
    for finding in store.findings { write(TerminalText.escaped(sentence: finding.description)) }
    for entity in store.entities {
      write("")
      write(Self.head(of: entity))
      Self.attributes(of: entity).print { write("  " + $0) }
    }
  }

  private static func head(of entity: StoreEntity) -> String {
    var words = [TerminalText.escaped(entity.name)]
    let count = entity.recordCount.counted("record")
    guard let schema = entity.schema else {
      return "\(words[0])  revision \(entity.revision), \(count), no schema"
    }
    if schema.id != schema.name { words.append("(\(TerminalText.escaped(schema.id)))") }
    words.append(" version \(schema.version), revision \(entity.revision), \(count),")
    words.append(
      "\(entity.liveByteCount.counted("byte")), key \(TerminalText.escaped(schema.keyKind))")
    return words.joined(separator: " ")
  }

  private static func attributes(of entity: StoreEntity) -> TextTable {
    guard let schema = entity.schema else { return TextTable(rows: []) }
    let rows = schema.attributes.map { attribute in
      let marks = [
        (attribute.id == schema.keyAttribute, "key"), (attribute.isRequired, "required"),
        (attribute.isUnique, "unique"), (attribute.isIndexed, "indexed"),
        (attribute.isStamped, "stamped"),
      ]
      let id = attribute.id == attribute.name ? "" : " (\(TerminalText.escaped(attribute.id)))"
      return [
        TerminalText.escaped(attribute.name) + id, TerminalText.escaped(attribute.type),
        TerminalText.escaped(attribute.form.joined(separator: " → ")),
        marks.filter { $0.0 }.map { $0.1 }.joined(separator: ", "),
      ]
    }
    return TextTable(rows: rows, wordColumns: [0, 1, 2, 3])
  }
}
