/// The stack of containers that are open where a block begins (Spec, section 4), as bytes.
struct BlockState: Sendable {
  /// The role of elements in the value around them.
  enum ElementRole: UInt8, Sendable {
    case array = 0
    case set = 1
    /// Blocks do not begin inside of keys.
    case keys = 2
    case values = 3
  }

  private var sink = ByteSink()
  private var depth = 0

  /// A state inside of a root.
  init(root ordinal: Int) {
    depth = 1
    sink.byte(0)
    sink.varint(ordinal)
  }

  /// A record whose fields before `nextField` are read or being read.
  mutating func record(
    shape: Int, nextField: Int, stateBits: some Collection<UInt8>
  ) {
    depth += 1
    sink.byte(1)
    sink.varint(shape)
    sink.varint(nextField)
    sink.append(stateBits)
  }

  /// Elements of which some are still to be read.
  mutating func elements(
    leftInRun: Int, leftAfterRun: Int, _ role: ElementRole, kind: KindID, _ kinds: KindTable,
    typeNumbers: [Int]
  ) {
    depth += 1
    sink.byte(2)
    sink.varint(leftInRun)
    sink.varint(leftAfterRun)
    sink.byte(role.rawValue)
    sink.kind(kind, kinds, typeNumbers: typeNumbers)
  }

  /// The body of an object.
  mutating func object(_ number: Int) {
    depth += 1
    sink.byte(3)
    sink.varint(number)
  }

  var bytes: [UInt8] {
    var whole = ByteSink()
    whole.varint(depth)
    whole.append(sink.bytes)
    return whole.bytes
  }
}
