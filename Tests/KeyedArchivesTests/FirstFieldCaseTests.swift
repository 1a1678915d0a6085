import Testing

@testable import KeyedArchives

/// Few records whose order decides which shapes they are compared with (Spec, section 13, *Matching*).
@Suite struct FirstFieldCaseTests {
  private typealias Key = ScriptedRecord.Key
  private typealias Call = ScriptedRecord.Call

  /// Values one after the other, each under a key of its own.
  private struct InOrder: Encodable {
    private enum Place: CodingKey, CaseIterable {
      case p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15, p16, p17, p18, p19
    }

    var values: [any Encodable]

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Place.self)
      for (place, value) in zip(Place.allCases, values) {
        try container.encode(AnyValue(value: value), forKey: place)
      }
    }
  }

  private struct AnyValue: Encodable {
    var value: any Encodable

    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
  }

  private func nested(_ keys: Key...) -> Call { .nested(keys.map { ($0, .int(1)) }) }

  /// All ways of encoding give the same bytes, also from one encoder for all of the values, in turn.
  private func check(
    _ values: [any Encodable], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for layout in Layout.all {
      try expectSameBytes(InOrder(values: values), layout, sourceLocation: sourceLocation)
    }
    let encoder = DirectEncoder()
    defer { encoder.dispose() }
    for count in [values.count] + Array(1...values.count) + [values.count] {
      for value in [values.prefix(count), values.suffix(count)] {
        let ordered = InOrder(values: Array(value))
        let direct = try KeyedArchiver().encode(
          ordered, with: encoder, { unsafe Array($0) }, { $0.array })
        encoder.end()
        if let direct, let expected = try expectedBytes(ordered, KeyedArchiver()) {
          #expect(direct == expected, sourceLocation: sourceLocation)
        }
      }
    }
  }

  @Test func `a late first field whose shape is new, with a record in between`() throws {
    for filled in [[Key.a], [.a, .b]] {
      let calls = filled.map { ($0, Call.fills(0, [.int(1)])) }
      for first in [Call.open(0), .openSuper(0)] {
        let late = ScriptedRecord([(.e, first), (.f, nested(.a))] + calls)
        try check([ScriptedPart(ScriptedRecord([(.c, nested(.a)), (.d, .int(1))])), late])
        try check([ScriptedPart(ScriptedRecord([(.d, .int(1)), (.f, nested(.a))])), late, late])
      }
    }
  }

  @Test func `a late record whose shape a record in between would fit`() throws {
    let optional = Call.nested([(.a, .int(1)), (.b, .int(1)), (.c, .ifPresent(nil))])
    let before = ScriptedPart(ScriptedRecord([(.g, .int(1)), (.h, optional)]))
    for last in [3, nil] {
      let filled: [(Key, Call)] = [
        (.a, .fills(0, [.int(1)])), (.b, .fills(0, [.int(1)])),
        (.d, .fills(0, [.ifPresent(last)])),
      ]
      let later = ScriptedRecord([(.g, .int(1)), (.e, .open(0)), (.f, nested(.a, .b))] + filled)
      try check([before, later])
      let first = ScriptedRecord([(.e, .open(0)), (.f, nested(.a, .b))] + filled)
      try check([before, first])
    }
  }

  @Test func `more first fields than a record is compared with`() throws {
    let elsewhere = ScriptedObject(ScriptedRecord([(.h, .int(1)), (.g, nested(.a, .b))]))
    for count in 14...17 {
      let payloads: [any Encodable] = (0..<count).map { index in
        let first = Key.all[index / 2 % 8]
        let other: Key = first == .a ? .h : .a
        let record = ScriptedRecord([(first, nested(.a, .c, .d)), (other, .int(1))])
        return index % 2 == 0 ? record : ScriptedPart(record)
      }
      try check([elsewhere] + payloads + [elsewhere])
    }
  }

  private enum Other: CodingKey { case a, b }

  /// A record with a nested container that has keys of the same type, or of another one with the same names.
  private struct Two: Encodable {
    enum Nested { case own([Key]), other([Other]) }

    var calls: [(Key, Nested?)]

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      for (key, nested) in calls {
        switch nested {
        case nil: try container.encode(1, forKey: key)
        case .own(let keys):
          var inner = container.nestedContainer(keyedBy: Key.self, forKey: key)
          for key in keys { try inner.encode(1, forKey: key) }
        case .other(let keys):
          var inner = container.nestedContainer(keyedBy: Other.self, forKey: key)
          for key in keys { try inner.encode(1, forKey: key) }
        }
      }
    }
  }

  @Test func `a shape that was compared with all, and is compared with no more`() throws {
    for last in [[Other.a], [.a, .b]] {
      try check([
        Two(calls: [(.c, .own([.a])), (.d, nil)]), Two(calls: [(.d, nil), (.e, .other([.a]))]),
        Two(calls: [(.f, .other(last)), (.d, nil)]),
      ])
    }
  }
}
