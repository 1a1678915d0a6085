import KeyedArchives
import Testing

/// Objects whose bodies are of other kinds: records, arrays of any depth, other objects, null.
@Suite struct ObjectBodyTests {
  struct Point: Codable, Equatable { var x = 1 }

  /// A class that is encoded as what it holds.
  final class Box<Value: Codable>: Codable {
    let value: Value
    init(_ value: Value) { self.value = value }
    init(from decoder: any Decoder) throws {
      value = try decoder.singleValueContainer().decode(Value.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }

  @Test func `a class may be encoded as a struct`() throws {
    let box = Box(Point(x: 5))
    for layout in Layout.all {
      let back = try roundTrip([box, box], layout)
      #expect(back[0].value == Point(x: 5) && back[0] === back[1])
    }
  }

  @Test func `a class may be encoded as arrays of any depth`() throws {
    let three = [[[1]]]
    #expect(try roundTrip([Box(three)])[0].value == three)
    let five = [[three]]
    #expect(try roundTrip([Box(five)])[0].value == five)
    let six = [five]
    #expect(try roundTrip([Box(six)])[0].value == six)
    let seven = [six]
    #expect(try roundTrip([Box(seven)])[0].value == seven)
    let eight = [seven]
    #expect(try roundTrip([Box(eight)])[0].value == eight)
  }

  @Test func `an object that is another object's body keeps its identity`() throws {
    struct Holder: Codable {
      var outer: Box<Counter>
      var inner: Counter
    }
    let counter = Counter(3)
    let back = try roundTrip(Holder(outer: Box(counter), inner: counter))
    #expect(back.outer.value === back.inner && back.inner.value == 3)
  }

  @Test func `an object whose body is null is no nil`() throws {
    let values: [Box<Int?>?] = [Box(nil), nil, Box(7)]
    let back = try roundTrip(values)
    #expect(back.map { $0 == nil } == [false, true, false])
    #expect(back[0]?.value == nil && back[2]?.value == 7)
  }
}
