internal import PropertyListFormat

/// The canonical dump of a graph: a line of JSON for the archive and for each object, the same for a binary and an XML file.
struct GraphDump: GraphOutput {
  /// The lines so far.
  private var json: GraphJSON
  private var rootCount = 0
  private let start = ByteWord("{\"n\":")
  private let comma = ByteWord(",")
  private let valueStart = ByteWord("\"value\":")
  private let lineEnd = ByteWord("}\n")
  /// By number of a class: what tells it in the line of each object.
  private var classTexts: [WordText] = []

  init(fileByteCount: Int) {
    // A nib's dump has three to four times its bytes. Memory that is not written to is not taken.
    json = GraphJSON(capacity: min(4 * fileByteCount, 64 << 20))
  }

  /// Takes out the lines that were written.
  mutating func take() -> [UInt8] { json.take() }

  mutating func begin(_ archiver: PropertyListText, _ list: PropertyList) {
    json.append("{\"archiver\":")
    json.append(archiver, list)
    json.append(",\"version\":100000,\"top\":[")
  }

  mutating func beginRoot(_ key: PropertyListText, _ list: PropertyList) {
    json.append(rootCount == 0 ? "[" : ",[")
    json.append(key, list)
    json.append(",")
    rootCount += 1
  }

  mutating func endRoot() { json.append("]") }

  mutating func endRoots() { json.append("]}\n") }

  mutating func beginObject(
    _ number: Int, _ classNumber: Int?, _ classes: ClassTable, _ list: PropertyList
  ) {
    json.append(start, number, then: comma)
    guard let classNumber else { return json.append(valueStart) }
    if classNumber == classTexts.count {
      classTexts.append(Self.text(of: classes.rows[classNumber].objectClass, list))
    }
    json.append(classTexts[classNumber])
    json.writesFields = true
  }

  mutating func key(_ key: PropertyListText, _ number: Int, _ list: PropertyList) {
    json.key(key, number, list)
  }

  mutating func reference(_ number: Int?) { json.reference(number) }

  mutating func write(_ event: ListWalk.Event, _ list: PropertyList) { json.write(event, list) }

  mutating func endObject() { json.append(lineEnd) }

  /// The part of a line that tells the class.
  private static func text(
    of objectClass: FoundationGraph.ObjectClass, _ list: PropertyList
  ) -> WordText {
    var json = GraphJSON()
    func append(_ texts: [PropertyListText]) {
      json.append("[")
      for (index, text) in texts.enumerated() {
        if index > 0 { json.append(",") }
        json.append(text, list)
      }
      json.append("]")
    }
    json.append("\"class\":")
    json.append(objectClass.name, list)
    json.append(",\"classes\":")
    append(objectClass.chain)
    if let hints = objectClass.hints {
      json.append(",\"hints\":")
      append(hints)
    }
    json.append(",\"fields\":")
    var text = WordText()
    text.append(contentsOf: json.take())
    return text
  }
}
