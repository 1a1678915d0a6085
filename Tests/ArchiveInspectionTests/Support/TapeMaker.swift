import ArchiveFormat

/// Puts values of every kind on a tape, which `ArchivedValueBuilder` does not offer in public.
struct TapeMaker {
  private(set) var tape = ArchiveTape()
  private var pendingKey: UInt32 = 0

  mutating func key(_ key: String) { pendingKey = tape.number(ofKey: key) }

  mutating func type(_ name: String, isClass: Bool = false, version: UInt64 = 0) -> Int {
    tape.number(ofType: ArchivedTypeRow(name: name, isClass: isClass, version: version))
  }

  mutating func name(_ name: String) -> Int { Int(tape.number(ofExtension: name)) }

  mutating func cell(_ kind: CellKind, detail: Int = 0, payload: UInt64 = 0) {
    var cell = ArchiveCell(kind)
    cell.detail = UInt32(detail)
    cell.payload = payload
    cell.key = pendingKey
    tape.cells.append(cell)
  }

  mutating func bytes(_ kind: CellKind, _ bytes: [UInt8]) {
    cell(kind, payload: UInt64(tape.bytes.count))
    tape.cells[tape.cells.count - 1].length = bytes.count
    tape.bytes.append(contentsOf: bytes)
  }

  mutating func string(_ text: String) { bytes(.string, Array(text.utf8)) }
  mutating func int(_ value: Int64) { cell(.int, payload: UInt64(bitPattern: value)) }
  mutating func double(_ value: Double) { cell(.float64, payload: value.bitPattern) }

  mutating func url(_ parts: [String]) {
    var sink = ByteSink()
    sink.varint(parts.count)
    for part in parts { sink.string(part) }
    bytes(.url, sink.bytes)
  }

  /// A container with `length` values that `body` adds.
  mutating func container(
    _ kind: CellKind, detail: Int = 0, length: Int = 1, _ body: (inout TapeMaker) -> Void
  ) {
    cell(kind, detail: detail)
    let index = tape.cells.count - 1
    pendingKey = 0
    body(&self)
    tape.close(index, length: length)
  }

  mutating func record(type: Int? = nil, length: Int, _ body: (inout TapeMaker) -> Void) {
    container(.record, detail: (type ?? -1) + 1, length: length, body)
  }

  /// An instance of a class; its body follows from `body`.
  mutating func object(number: Int, type: Int, _ body: (inout TapeMaker) -> Void) {
    container(.object, detail: number, length: type, body)
  }

  mutating func map(
    length: Int, keys: (inout TapeMaker) -> Void, values: (inout TapeMaker) -> Void
  ) {
    container(.map, length: length) {
      $0.container(.array, length: length, keys)
      $0.container(.array, length: length, values)
    }
  }
}
