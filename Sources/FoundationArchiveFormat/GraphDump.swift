internal import PropertyListFormat

/// The canonical dump of a graph: a line of JSON for the archive and for each object, the same for a binary and an XML file.
struct GraphDump {
  /// The lines so far.
  var json = GraphJSON()
  private var rootCount = 0

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
    _ number: Int, _ objectClass: FoundationGraph.ObjectClass?, _ list: PropertyList
  ) {
    json.append("{\"n\":")
    json.append(number)
    guard let objectClass else { return json.append(",\"value\":") }
    json.append(",\"class\":")
    json.append(objectClass.name, list)
    json.append(",\"classes\":")
    append(objectClass.chain, list)
    if let hints = objectClass.hints {
      json.append(",\"hints\":")
      append(hints, list)
    }
    json.append(",\"fields\":")
    json.writesFields = true
  }

  mutating func endObject() { json.append("}\n") }

  private mutating func append(_ texts: [PropertyListText], _ list: PropertyList) {
    json.append("[")
    for (index, text) in texts.enumerated() {
      if index > 0 { json.append(",") }
      json.append(text, list)
    }
    json.append("]")
  }
}
