internal import ArchiveFormat
internal import PropertyListFormat

/// A tape on which values of property lists are written.
struct ListTape {
  private(set) var tape = ArchiveTape()
  /// The cells of the open containers, and the number of children of each.
  private var open: [(cell: Int, count: Int)] = []
  private var key: UInt32 = 0

  /// The number of open containers.
  var depth: Int { open.count }

  /// The values as a document.
  ///
  /// - Parameters:
  ///   - roots: The names and cells of the roots.
  ///   - tail: The cells of the objects behind the roots.
  func document(_ roots: [ArchivedRoot], tail: [Int] = []) -> ArchivedDocument {
    var tape = tape
    tape.roots = roots
    tape.tail = tail
    return ArchivedDocument(tape)
  }

  // MARK: Containers

  /// Begins a container or a label: what follows is inside, up to ``end()``.
  mutating func begin(_ kind: CellKind, detail: UInt32 = 0) {
    add(kind, detail: detail)
    open.append((tape.cells.count - 1, 0))
  }

  /// Begins an object, whose body follows, up to ``end()``.
  mutating func beginObject(_ number: UInt32, type: Int) {
    begin(.object, detail: number)
    tape.cells[tape.cells.count - 1].length = type
  }

  /// Ends the innermost open container.
  mutating func end() {
    guard let (cell, count) = open.popLast() else { return }
    let length =
      switch tape.cells[cell].kind {
      // The length of an object is its class.
      case .object: tape.cells[cell].length
      // A map has as many entries as its column of keys has elements.
      case .map: tape.cells[cell + 1].length
      default: count
      }
    tape.close(cell, length: length)
  }

  /// Says the key of the next value of a record or keyed map.
  mutating func setKey(_ number: UInt32) { key = number }

  /// Returns the number of a key.
  mutating func number(ofKey text: String) -> UInt32 { tape.number(ofKey: text) }

  /// Returns the number of a type.
  mutating func number(ofType name: String) -> Int {
    tape.number(ofType: ArchivedTypeRow(name: name, isClass: true))
  }

  // MARK: Leaves

  /// Makes the cell that was added last a value of the innermost open container.
  private mutating func place() {
    guard let last = open.last else { return }
    switch tape.cells[last.cell].kind {
    case .record, .keyedMap: tape.cells[tape.cells.count - 1].key = key
    default: break
    }
    open[open.count - 1].count += 1
  }

  /// Adds a leaf, or a reference, that is a number.
  mutating func add(_ kind: CellKind, _ payload: UInt64 = 0, detail: UInt32 = 0) {
    tape.leaf(kind, payload: payload, detail: detail)
    place()
  }

  /// Adds a leaf that is bytes.
  mutating func add(_ kind: CellKind, bytes: some Collection<UInt8>) {
    tape.leaf(kind, bytes: bytes)
    place()
  }

  /// Adds an integer.
  mutating func add(integer number: Int128) {
    tape.integer(number)
    place()
  }

  /// Adds text in UTF-8 with three bytes for a surrogate that is not paired. With such a one it is an extension `propertylist.utf16` of the text with
  /// U+FFFD in its place.
  mutating func add(utf8: [UInt8]) {
    guard String(validating: utf8, as: UTF8.self) == nil else { return add(.string, bytes: utf8) }
    begin(.extension, detail: tape.number(ofExtension: "propertylist.utf16"))
    add(.string, bytes: Self.repaired(utf8).utf8)
    end()
  }

  /// The text with U+FFFD in place of each surrogate that is not paired.
  static func repaired(_ utf8: [UInt8]) -> String {
    String(decoding: utf8, as: UTF8.self)
  }

  /// Adds a value that has no values inside.
  mutating func add(_ value: PropertyListValue, _ list: PropertyList) {
    switch value {
    case .null: add(.null)
    case .bool(let value): add(.bool, value ? 1 : 0)
    case .integer(let number): add(integer: number)
    case .real(let bits, let isSingle):
      if isSingle {
        add(.float32, UInt64(PropertyList.narrowed(bits)))
      } else {
        add(.float64, bits)
      }
    case .date(let bits): add(.date, bits)
    case .reference(let number):
      begin(.extension, detail: tape.number(ofExtension: "propertylist.reference"))
      add(.uint, number)
      end()
    case .string(let text):
      if let plain = list.plainBytes(text) {
        add(.string, bytes: plain)
      } else {
        add(utf8: list.utf8(text))
      }
    case .data(let data): add(.data, bytes: data)
    case .array, .set, .dictionary: break
    }
  }
}
