import Foundation
import KeyedArchives
import TestTraits
import Testing
import Workloads

/// Objects that are read straight from bytes are what cells hold (Spec, section 8, O1, O2).
@Suite struct ObjectDecodingTests {
  @Test(arguments: Layout.all) func `values with objects are read alike, with their identity`(
    _ layout: Layout
  ) throws {
    for sample in ObjectSamples.all {
      func check<Value: Codable>(_ value: Value) throws {
        let ways = TwoWays(Value.self, try layout.bytes(value)).expectSame(sample.name)
        #expect(ways.direct == ObjectText.of(value), "\(sample.name)")
        // Again, with what was learned.
        TwoWays(Value.self, try layout.bytes(value)).expectSame(sample.name)
      }
      try check(sample.value)
    }
  }

  @Test func `a machine of thousands of parts is read alike`() throws {
    let graph = PartGraph.sample()
    for layout in Layout.all {
      var unarchiver = KeyedUnarchiver(allowedTypes: [Gear.self, Assembly.self])
      let bytes = try layout.bytes(graph)
      #expect(try unarchiver.decode(PartGraph.self, from: bytes).lines == graph.lines)
      unarchiver.usesCells = true
      #expect(try unarchiver.decode(PartGraph.self, from: bytes).lines == graph.lines)
    }
  }

  @Test func `classes are allowed by name and type alike`() throws {
    let figures = [Figure(name: "f"), Disc(name: "d", radius: 1), Brick(name: "b", side: 1)]
    let bytes: [UInt8] = try KeyedArchiver().encode(figures + figures)
    for allowed in [[], [Disc.self], [Brick.self], [Disc.self, Brick.self]] as [TypeAllowList] {
      let unarchiver = KeyedUnarchiver(allowedTypes: allowed)
      TwoWays([Figure].self, bytes, unarchiver).expectSame()
      TwoWays([Disc].self, bytes, unarchiver).expectSame()
      TwoWays([Counter].self, bytes, unarchiver).expectSame()
    }
    var unarchiver = KeyedUnarchiver()
    unarchiver.allowedTypes.allow(Brick.self, names: ["Disc"])
    TwoWays([Figure].self, bytes, unarchiver).expectSame()
    // What one call allows, the next one with the same definitions does not.
    unarchiver.allowedTypes = [Disc.self, Brick.self]
    #expect(TwoWays([Figure].self, bytes, unarchiver).expectSame().isAccepted)
    unarchiver.allowedTypes = [Brick.self]
    #expect(!TwoWays([Figure].self, bytes, unarchiver).expectSame().isAccepted)
    unarchiver.allowedTypes.allow(Figure.self, names: ["Disc"])
    #expect(TwoWays([Figure].self, bytes, unarchiver).expectSame().isAccepted)
    unarchiver.allowedTypes = [Brick.self]
    #expect(!TwoWays([Figure].self, bytes, unarchiver).expectSame().isAccepted)
  }

  @Test func `an object asked for as another type is the same error`() throws {
    struct Written: Encodable {
      var a: Figure
      var b: Figure
    }
    struct Both: Decodable {
      var a: Figure
      var b: Disc
    }
    struct Values: Decodable {
      struct Value: Decodable { var name: String }
      var a: Value
      var b: Value
    }
    struct Mixed: Decodable {
      var a: Values.Value
      var b: Figure
    }
    let disc = Disc(name: "d", radius: 1)
    for written in [Written(a: disc, b: disc), Written(a: Figure(name: "f"), b: disc)] {
      let bytes: [UInt8] = try KeyedArchiver().encode(written)
      TwoWays(Both.self, bytes).expectSame()
      TwoWays(Values.self, bytes).expectSame()
      TwoWays(Mixed.self, bytes).expectSame()
    }
    let figure = Figure(name: "f")
    let bytes: [UInt8] = try KeyedArchiver().encode(Written(a: figure, b: figure))
    #expect(!TwoWays(Both.self, bytes).expectSame().isAccepted)
  }

  @Test(.differential) func `limits are the same`() throws {
    for sample in ObjectSamples.all {
      let bytes: [UInt8] = try KeyedArchiver().encode(sample.value)
      func check<Value: Codable>(_ value: Value) {
        for limit in [
          \ArchiveLimits.maximumDepth, \.maximumValueCount, \.maximumObjectCount,
          \.maximumZeroWidthCount,
        ] {
          for count in (0...40) + [60, 80, 100, 200, 400] {
            var unarchiver = TwoWays.unarchiver
            unarchiver.limits[keyPath: limit] = count
            TwoWays(Value.self, bytes, unarchiver).expectSame("\(sample.name), \(count)")
          }
        }
      }
      check(sample.value)
    }
  }

  @Test(.long, .differential)
  func `readers that go on after errors find the same`() throws {
    var mutation = ArchiveMutation(seed: 43)
    var accepted = 0
    let shared = Counter(7)
    let bytes: [UInt8] = try KeyedArchiver(framing: .singlePart).encode(
      [Places(shared), Places(shared)])
    for seed in 0..<2_000 as Range<UInt64> {
      var unarchiver = TwoWays.unarchiver
      unarchiver.verifiesChecksums = false
      unarchiver.userInfo[try #require(CodingUserInfoKey(rawValue: "seed"))] = seed
      let changed = seed < 500 ? bytes : mutation.changed(bytes)
      let ways = TwoWays([LenientPlaces].self, changed, unarchiver).expectSame("\(seed)")
      accepted += ways.isAccepted ? 1 : 0
    }
    #expect(accepted > 300)
  }

  @Test(.long, .differential)
  func `changed archives are read alike, or refused with the same error`() throws {
    var mutation = ArchiveMutation(seed: 41)
    var accepted = 0
    var unarchiver = TwoWays.unarchiver
    unarchiver.verifiesChecksums = false
    for sample in ObjectSamples.all {
      let bytes: [UInt8] = try KeyedArchiver(framing: .singlePart).encode(sample.value)
      func check<Value: Codable>(_ value: Value) {
        for round in 0..<700 {
          let changed = mutation.changed(bytes)
          if TwoWays(Value.self, changed, unarchiver).expectSame("\(sample.name), \(round)")
            .isAccepted
          {
            accepted += 1
          }
        }
      }
      check(sample.value)
    }
    print("seed 41: \(accepted) changes accepted, both ways alike")
    #expect(accepted > 300)
  }
}
