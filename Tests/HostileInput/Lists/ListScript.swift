/// A binary property list written by hand, object by object.
package struct ListScript {
  /// The bytes of the objects, in order.
  package private(set) var objects: [[UInt8]] = []
  /// Bytes of a reference.
  package var referenceSize = 4

  package init() {}

  /// Adds an object by its bytes, and returns its number.
  @discardableResult
  package mutating func add(_ bytes: [UInt8]) -> Int {
    objects.append(bytes)
    return objects.count - 1
  }

  /// Replaces an object that was added.
  package mutating func set(_ object: Int, _ bytes: [UInt8]) { objects[object] = bytes }

  /// Adds ASCII text.
  package mutating func string(_ text: String) -> Int {
    add(Self.head(0x50, text.utf8.count) + text.utf8)
  }

  /// Adds a reference of a keyed archive.
  package mutating func uid(_ number: Int) -> Int {
    add([0x83] + Self.digits(number, 4))
  }

  /// Adds an array of objects.
  package mutating func array(_ elements: [Int]) -> Int { add(arrayBytes(elements)) }

  /// Adds a dictionary of objects.
  package mutating func dictionary(_ entries: [(key: Int, value: Int)]) -> Int {
    add(dictionaryBytes(entries))
  }

  package func arrayBytes(_ elements: [Int]) -> [UInt8] {
    Self.head(0xA0, elements.count) + elements.flatMap { Self.digits($0, referenceSize) }
  }

  package func dictionaryBytes(_ entries: [(key: Int, value: Int)]) -> [UInt8] {
    Self.head(0xD0, entries.count)
      + (entries.map(\.key) + entries.map(\.value)).flatMap { Self.digits($0, referenceSize) }
  }

  /// A marker with its count.
  package static func head(_ marker: UInt8, _ count: Int) -> [UInt8] {
    count < 15 ? [marker | UInt8(count)] : [marker | 0x0F, 0x12] + digits(count, 4)
  }

  /// The big-endian digits of a number.
  package static func digits(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// All of it, with an offset table and a trailer.
  ///
  /// - Parameters:
  ///   - top: The outermost object.
  ///   - offsets: The offsets in the table; those of the objects unless said.
  package func bytes(top: Int = 0, offsets: [Int]? = nil) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var own: [Int] = []
    for object in objects {
      own.append(bytes.count)
      bytes += object
    }
    let (table, offsets) = (bytes.count, offsets ?? own)
    for offset in offsets { bytes += Self.digits(offset, 4) }
    return bytes + [0, 0, 0, 0, 0, 0, 4, UInt8(referenceSize)] + Self.digits(offsets.count, 8)
      + Self.digits(top, 8) + Self.digits(table, 8)
  }

  /// A keyed archive whose only root is entry 1.
  ///
  /// - Parameter entries: Adds objects to the script, and returns those that are entries of `$objects` behind `$null`.
  package static func archive(_ entries: (inout ListScript) -> [Int]) -> [UInt8] {
    var script = ListScript()
    let top = script.add([])
    let pairs = [
      (script.string("$version"), script.add([0x12, 0x00, 0x01, 0x86, 0xA0])),
      (script.string("$archiver"), script.string("NSKeyedArchiver")),
      (
        script.string("$top"),
        script.dictionary([(script.string("root"), script.uid(1))])
      ),
    ]
    let (key, null) = (script.string("$objects"), script.string("$null"))
    let objects = script.array([null] + entries(&script))
    script.set(
      top, script.dictionaryBytes(pairs.map { (key: $0.0, value: $0.1) } + [(key, objects)]))
    return script.bytes(top: top)
  }

  /// Adds the record of a class.
  package mutating func classRecord(_ chain: [String]) -> Int {
    let names = chain.map { string($0) }
    return dictionary([
      (string("$classname"), names[0]), (string("$classes"), array(names)),
    ])
  }
}
