internal import PropertyListFormat

/// The canonical dump of a graph: a line of JSON for the archive and for each object, the same for a binary and an XML file.
struct GraphDump {
  /// The lines so far.
  var json: GraphJSON
  private var rootCount = 0
  /// By number of a class: what tells it in the line of each object.
  private var classTexts: [[UInt8]] = []

  init(fileByteCount: Int) {
    // A nib's dump has three to four times its bytes. Memory that is not written to is not taken.
    json = GraphJSON(capacity: min(4 * fileByteCount, 64 << 20))
  }

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
    json.append(Self.objectStart)
    json.append(number)
    guard let classNumber else { return json.append(",\"value\":") }
    if classNumber == classTexts.count {
      classTexts.append(Self.text(of: classes.rows[classNumber].objectClass, list))
    }
    json.append(classTexts[classNumber])
    json.writesFields = true
  }

  mutating func endObject() { json.append(Self.lineEnd) }

  private static let objectStart = Array("{\"n\":".utf8)
  private static let lineEnd = Array("}\n".utf8)

  /// The part of a line that tells the class.
  private static func text(
    of objectClass: FoundationGraph.ObjectClass, _ list: PropertyList
  ) -> [UInt8] {
    var json = GraphJSON()
    func append(_ texts: [PropertyListText]) {
      json.append("[")
      for (index, text) in texts.enumerated() {
        if index > 0 { json.append(",") }
        json.append(text, list)
      }
      json.append("]")
    }
    json.append(",\"class\":")
    json.append(objectClass.name, list)
    json.append(",\"classes\":")
    append(objectClass.chain)
    if let hints = objectClass.hints {
      json.append(",\"hints\":")
      append(hints)
    }
    json.append(",\"fields\":")
    return json.bytes
  }
}
