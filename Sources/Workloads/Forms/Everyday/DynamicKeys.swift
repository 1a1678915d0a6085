/// A record whose keys are data: four of sixteen names, with a number each.
struct DynamicKeys: FormValue, Equatable {
  struct Entry: Equatable {
    var name: String
    var number: Int
  }

  var entries: [Entry]

  init(seed: Int) {
    entries = (0..<4).map { Entry(name: "name \((seed + $0 * 5) % 16)", number: seed + $0) }
  }

  /// A name and a number each.
  var leafCount: Int { 8 }

  func encode(to encoder: any Encoder) throws {
    CallCount.note(encoder)
    var container = encoder.container(keyedBy: TextKey.self)
    for entry in entries { try container.encode(entry.number, forKey: TextKey(entry.name)) }
  }

  init(from decoder: any Decoder) throws {
    CallCount.note(decoder)
    let container = try decoder.container(keyedBy: TextKey.self)
    entries = try container.allKeys.map { key in
      Entry(name: key.text, number: try container.decode(Int.self, forKey: key))
    }
  }

  /// JSON has its keys in no order.
  func isSame(as other: DynamicKeys) -> Bool {
    entries.sorted { $0.name < $1.name } == other.entries.sorted { $0.name < $1.name }
  }

  func write(to writer: inout FixedLayoutWriter) {
    UInt32(truncatingIfNeeded: entries.count).write(to: &writer)
    for entry in entries {
      entry.name.write(to: &writer)
      entry.number.write(to: &writer)
    }
  }

  init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    let count = Int(try UInt32(from: &reader))
    guard count <= reader.byteCount else { throw .cutOff }
    entries = []
    entries.reserveCapacity(count)
    for _ in 0..<count {
      let name = try String(from: &reader)
      entries.append(Entry(name: name, number: try reader.value()))
    }
  }
}
