/// Records with two values whose own coding uses an unkeyed container.
enum UnkeyedPairs {
  /// Two numbers, as `CGPoint` encodes itself.
  struct Point: Codable, Equatable {
    var x: Double
    var y: Double

    init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

    func encode(to encoder: any Encoder) throws {
      CallCount.note(encoder)
      var container = encoder.unkeyedContainer()
      try container.encode(x)
      try container.encode(y)
    }

    init(from decoder: any Decoder) throws {
      CallCount.note(decoder)
      var container = try decoder.unkeyedContainer()
      x = try container.decode(Double.self)
      y = try container.decode(Double.self)
    }
  }

  struct Points: FieldPair {
    var from, to: Point
    var leafCount: Int { 4 }
    var valueCount: Int { 3 }

    static func field(_ seed: Int) -> Point { Point(x: Double(seed) + 0.5, y: -Double(seed)) }

    static func write(_ field: Point, to writer: inout FixedLayoutWriter) {
      field.x.write(to: &writer)
      field.y.write(to: &writer)
    }

    static func field(from reader: inout FixedLayoutReader) throws(FixedLayoutError) -> Point {
      let x = try Double(from: &reader)
      return Point(x: x, y: try reader.value())
    }
  }

  struct Ranges: FieldPair {
    var from, to: Range<Int>
    var leafCount: Int { 4 }

    static func field(_ seed: Int) -> Range<Int> { seed..<seed + 10 }

    static func write(_ field: Range<Int>, to writer: inout FixedLayoutWriter) {
      field.lowerBound.write(to: &writer)
      field.upperBound.write(to: &writer)
    }

    static func field(from reader: inout FixedLayoutReader) throws(FixedLayoutError) -> Range<Int> {
      let lower = try Int(from: &reader)
      let upper = try Int(from: &reader)
      guard lower <= upper else { throw .damaged }
      return lower..<upper
    }
  }

  struct ContiguousArrays: FieldPair {
    var from, to: ContiguousArray<Int>
    var leafCount: Int { 8 }

    static func field(_ seed: Int) -> ContiguousArray<Int> { [seed, seed + 1, seed + 2, seed + 3] }

    static func write(_ field: ContiguousArray<Int>, to writer: inout FixedLayoutWriter) {
      UInt32(truncatingIfNeeded: field.count).write(to: &writer)
      for number in field { number.write(to: &writer) }
    }

    static func field(
      from reader: inout FixedLayoutReader
    ) throws(FixedLayoutError) -> ContiguousArray<Int> {
      let count = Int(try UInt32(from: &reader))
      guard count <= reader.byteCount else { throw .cutOff }
      var numbers: ContiguousArray<Int> = []
      numbers.reserveCapacity(count)
      for _ in 0..<count { numbers.append(try reader.value()) }
      return numbers
    }
  }

  /// `Array` of the standard library, for comparison.
  struct Arrays: FieldPair {
    var from, to: [Int]
    var leafCount: Int { 8 }

    static func field(_ seed: Int) -> [Int] { [seed, seed + 1, seed + 2, seed + 3] }
  }

  /// Rows of a table with gaps, of which the first has none.
  struct Gaps: FieldPair {
    var from, to: [Double?]
    var leafCount: Int { 8 }

    static func field(_ seed: Int) -> [Double?] {
      (0..<4).map { seed > 1 && seed % 5 == $0 ? nil : Double(seed + $0) + 0.5 }
    }
  }

  struct Sets: FieldPair {
    var from, to: Set<Int>
    var leafCount: Int { 8 }

    static func field(_ seed: Int) -> Set<Int> { [seed, seed + 1, seed + 2, seed + 3] }

    static func write(_ field: Set<Int>, to writer: inout FixedLayoutWriter) {
      UInt32(truncatingIfNeeded: field.count).write(to: &writer)
      for number in field { number.write(to: &writer) }
    }

    static func field(from reader: inout FixedLayoutReader) throws(FixedLayoutError) -> Set<Int> {
      let count = Int(try UInt32(from: &reader))
      guard count <= reader.byteCount else { throw .cutOff }
      var numbers = Set<Int>(minimumCapacity: count)
      for _ in 0..<count { numbers.insert(try reader.value()) }
      return numbers
    }
  }
}
