/// Builds an ``ArchivedValue`` piece by piece, in order, without recursion.
///
/// ```swift
/// var builder = ArchivedValueBuilder()
/// builder.beginRecord()
/// builder.key("name"); builder.string("Ada")
/// builder.end()
/// let value = builder.finish()
/// ```
///
/// A call in a place where it makes no sense (a second root, a value without a key in a record) is
/// ignored: the result is always a well-formed value.
public struct ArchivedValueBuilder: Sendable {
  private var tape = ArchiveTape()
  private var open: [Int] = []
  private var lengths: [Int] = []
  private var pendingKey: UInt32?

  /// An empty builder.
  public init() {}

  private mutating func add(_ cell: ArchiveCell) {
    var cell = cell
    if let parent = open.last {
      if tape.cells[parent].kind == .record || tape.cells[parent].kind == .keyedMap {
        guard let key = pendingKey else { return }
        cell.key = key
        pendingKey = nil
      }
      lengths[lengths.count - 1] += 1
    } else if !tape.cells.isEmpty {
      return
    }
    tape.cells.append(cell)
  }

  private mutating func add(_ kind: CellKind, payload: UInt64) {
    var cell = ArchiveCell(kind)
    cell.payload = payload
    add(cell)
  }

  private mutating func add(_ kind: CellKind, bytes: some Collection<UInt8>) {
    var cell = ArchiveCell(kind)
    cell.payload = UInt64(tape.bytes.count)
    cell.length = bytes.count
    tape.bytes.append(contentsOf: bytes)
    add(cell)
  }

  /// The key of the next value of the open record or keyed map.
  public mutating func key(_ key: String) { pendingKey = tape.number(ofKey: key) }

  /// The number of a key, the same for the same bytes, for ``key(number:)``.
  package mutating func number(ofKey key: String) -> UInt32 { tape.number(ofKey: key) }

  /// The key of the next value, by its number.
  package mutating func key(number: UInt32) { pendingKey = number }

  /// Adds null.
  public mutating func null() { add(ArchiveCell(.null)) }
  /// Adds a bool.
  public mutating func bool(_ value: Bool) { add(.bool, payload: value ? 1 : 0) }
  /// Adds a signed integer.
  public mutating func int(_ value: Int64) { add(.int, payload: UInt64(bitPattern: value)) }
  /// Adds an unsigned integer.
  public mutating func uint(_ value: UInt64) { add(.uint, payload: value) }
  /// Adds a binary64 number.
  public mutating func double(_ value: Double) { add(.float64, payload: value.bitPattern) }
  /// Adds a point in time.
  public mutating func date(secondsSinceReferenceDate value: Double) {
    add(.date, payload: value.bitPattern)
  }
  /// Adds a text.
  public mutating func string(_ value: String) { add(.string, bytes: Array(value.utf8)) }
  /// Adds a text whose UTF-8 is known to be well-formed.
  package mutating func string(utf8: ArraySlice<UInt8>) { add(.string, bytes: utf8) }
  /// Adds bytes.
  public mutating func data(_ value: [UInt8]) { add(.data, bytes: value) }

  /// Adds a signed integer of 128 bits.
  public mutating func int128(_ value: Int128) {
    var sink = ByteSink()
    sink.fixed(UInt128(truncatingIfNeeded: value))
    add(.int128, bytes: sink.bytes)
  }

  /// Adds an unsigned integer of 128 bits.
  public mutating func uint128(_ value: UInt128) {
    var sink = ByteSink()
    sink.fixed(value)
    add(.uint128, bytes: sink.bytes)
  }

  /// Adds ± mantissa × 10^exponent. A negative zero becomes zero, and a number whose exponent does not fit 16 bits its text.
  public mutating func decimal(isNegative: Bool, mantissa: UInt128, exponent: Int64) {
    guard DecimalParts.exponents.contains(exponent) else {
      return number("\(isNegative && mantissa != 0 ? "-" : "")\(mantissa)e\(exponent)")
    }
    let parts = DecimalParts(
      isNegative: isNegative && mantissa != 0, mantissa: mantissa, exponent: exponent)
    add(.decimal, bytes: parts.bytes)
  }

  /// Adds the number of a text: as a decimal, if one holds it, else as the text. A text that is no JSON number is ignored.
  public mutating func number(_ text: String) {
    guard NumberGrammar.matches(text.utf8) else { return }
    if let parts = DecimalDigits(text.utf8).parts { return add(.decimal, bytes: parts.bytes) }
    add(.numberText, bytes: Array(text.utf8))
  }

  /// Begins a record: keys and values follow, then ``end()``.
  public mutating func beginRecord() { begin(.record) }
  /// Begins an array: values follow, then ``end()``.
  public mutating func beginArray() { begin(.array) }
  /// Begins a map with string keys: keys and values follow, then ``end()``.
  public mutating func beginMap() { begin(.keyedMap) }

  private mutating func begin(_ kind: CellKind) {
    let count = tape.cells.count
    add(ArchiveCell(kind))
    guard tape.cells.count > count else { return }
    open.append(count)
    lengths.append(0)
  }

  /// Ends the innermost open container.
  public mutating func end() {
    guard let container = open.popLast(), let length = lengths.popLast() else { return }
    pendingKey = nil
    tape.close(container, length: length)
  }

  /// The value; open containers are ended. A builder without values gives null.
  public mutating func finish() -> ArchivedValue {
    ArchivedValue(ArchivedDocument(finishTape()), at: 0)
  }

  /// The tape of the value so far, for writing it; open containers are ended.
  package mutating func finishTape() -> ArchiveTape {
    while !open.isEmpty { end() }
    if tape.cells.isEmpty { null() }
    return tape
  }
}
