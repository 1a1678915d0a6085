import ArchiveFormat
import Foundation
import Synchronization
import TestSupport
import TestTraits
import Testing

@testable import KeyedArchives

/// Hooks do the same, and as often, for values that are read from bytes as for those that are read from cells.
@Suite struct HookBytesTests {
  /// Counts the calls of hooks.
  private final class Calls: Sendable {
    private let count = Mutex(0)
    func note() { count.withLock { $0 += 1 } }
    func take() -> Int {
      count.withLock { count in
        defer { count = 0 }
        return count
      }
    }
  }

  /// Decodes three times by each of both ways.
  private func expectSame<Value: Decodable>(
    _ type: Value.Type, _ data: Data, at path: String? = nil,
    _ hooks: (inout DecodingHooks, Calls) -> Void,
    _ expected: (Value) -> Bool = { _ in true },
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    func outcomes(usesCells: Bool) -> [String] {
      let calls = Calls()
      var unarchiver = KeyedUnarchiver()
      unarchiver.usesCells = usesCells
      unarchiver.shortListCount = 0
      hooks(&unarchiver.hooks, calls)
      return (0..<3).map { _ in
        let text: String
        do {
          let value =
            try path.map { try unarchiver.decode(type, at: $0, from: data) }
            ?? unarchiver.decode(type, from: data)
          #expect(expected(value), "\(value)", sourceLocation: sourceLocation)
          text = canonicalText(value)
        } catch let error as ArchiveError {
          text = "\(error.code) at \(error.byteOffset ?? -1), \(error.path)"
        } catch {
          text = "\(error)"
        }
        return "\(calls.take()) calls: \(text)"
      }
    }
    let (bytes, cells) = (outcomes(usesCells: false), outcomes(usesCells: true))
    #expect(Set(bytes).count == 1 && bytes == cells, sourceLocation: sourceLocation)
  }

  private static func archive(_ value: some Encodable) throws -> Data {
    try KeyedArchiver().encode(value)
  }

  @Test func `generated types, again and again`() throws {
    let track = OrderedTrack(2)
    for data in [try Self.archive(track), try Self.archive([track, track])] {
      let isList = data == (try Self.archive([track, track]))
      func check<Value: Decodable>(_ type: Value.Type) {
        expectSame(type, data) { hooks, calls in
          hooks.replace(OrderedPoint.self) { point in
            calls.note()
            return OrderedPoint(x: point.x + 100, y: nil)
          }
        } _: { _ in
          true
        }
        expectSame(type, data) { hooks, calls in
          hooks.validate(OrderedTrack.self) { _ in calls.note() }
        }
        expectSame(type, data) { hooks, _ in
          hooks.validate(OrderedTrack.self) { _ in throw CancellationError() }
        }
      }
      if isList { check([OrderedTrack].self) } else { check(OrderedTrack.self) }
    }
    expectSame(OrderedTrack.self, try Self.archive(track)) { hooks, _ in
      hooks.replace(OrderedPoint.self) { OrderedPoint(x: $0.x + 100, y: nil) }
    } _: {
      $0.point.x == 102 && $0.children?.map(\.x) == [100, 101, 102]
    }
  }

  private struct Loose: Codable {
    var value: ArchivedValue
    init(_ value: some Encodable) throws {
      let data: Data = try KeyedArchiver().encode([value])
      self.value = try KeyedUnarchiver().decode([ArchivedValue].self, from: data)[0]
    }
  }

  /// A number, a list or a text.
  private struct Numbers: Decodable {
    var value: [Int]
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      value = (try? container.decode(Int.self, forKey: .value)).map { [$0] } ?? []
      if value.isEmpty { value = try container.decode([Int].self, forKey: .value) }
    }
    enum Keys: String, CodingKey { case value }
  }

  @Test func `collections, in places of any kind too`() throws {
    let mixed = try Self.archive([Loose(5), Loose([1, 2]), Loose([3]), Loose(6)])
    expectSame([Numbers].self, mixed) { hooks, calls in
      hooks.replace([Int].self) { numbers in
        calls.note()
        return numbers + [9]
      }
    } _: {
      $0.map(\.value) == [[5], [1, 2, 9], [3, 9], [6]]
    }
    let plain = try Self.archive([["a": [1]], ["b": [2, 3]]])
    expectSame([[String: [Int]]].self, plain) { hooks, calls in
      hooks.replace([Int].self) { numbers in
        calls.note()
        return numbers + [9]
      }
    } _: {
      $0 == [["a": [1, 9]], ["b": [2, 3, 9]]]
    }
    let table = try Self.archive(["1": "a", "2": "b"])
    expectSame([Int: String].self, table) { hooks, calls in
      hooks.replace([Int: String].self) { table in
        calls.note()
        return table.mapValues { $0 + "!" }
      }
    } _: {
      $0 == [1: "a!", 2: "b!"]
    }
  }

  @Test func `lists that stood as texts`() throws {
    func restore(_ hooks: inout DecodingHooks, _ calls: Calls) {
      hooks.restore([Int].self, from: String.self) { text in
        calls.note()
        return text.split(separator: " ").compactMap { Int($0) }
      }
    }
    expectSame([Int].self, try Self.archive("1 2 3"), restore) { $0 == [1, 2, 3] }
    expectSame([[Int]].self, try Self.archive(["1 2", "3"]), restore) { $0 == [[1, 2], [3]] }
    let mixed = try Self.archive([Loose("1 2"), Loose(7), Loose("4")])
    expectSame([Numbers].self, mixed, restore) { $0.map(\.value) == [[1, 2], [7], [4]] }
  }

  private final class Image: Codable {
    var pixels = [1]
    init() {}
  }

  private struct ImageTwin: Codable { var pixels = [1, 2] }

  @Test func `classes that stand as plain records`() throws {
    let data = try Self.archive([ImageTwin(), ImageTwin()])
    expectSame([Image].self, data) { hooks, calls in
      hooks.validate(Image.self) { _ in calls.note() }
    }
    expectSame([Image].self, data) { hooks, _ in
      hooks.validate(Image.self) { _ in throw CancellationError() }
    }
    expectSame([Image].self, data) { hooks, calls in
      hooks.replace(Image.self) { _ in
        calls.note()
        return Image()
      }
    } _: {
      $0.map(\.pixels) == [[1], [1]]
    }
  }

  @Test func `optionals`() throws {
    struct Holder: Codable { var point: ImageTwin? }
    let rows = try Self.archive([ImageTwin(), nil, ImageTwin()])
    expectSame([ImageTwin?].self, rows) { hooks, calls in
      hooks.replace(ImageTwin?.self) { twin in
        calls.note()
        return twin ?? ImageTwin(pixels: [7])
      }
    } _: {
      $0.map { $0?.pixels } == [[1, 2], [7], [1, 2]]
    }
    expectSame([ImageTwin?].self, rows) { hooks, calls in
      hooks.replace(ImageTwin.self) { twin in
        calls.note()
        return ImageTwin(pixels: twin.pixels + [3])
      }
    } _: {
      $0.map { $0?.pixels } == [[1, 2, 3], nil, [1, 2, 3]]
    }
    let fields = try Self.archive([Holder(point: ImageTwin()), Holder()])
    expectSame([Holder].self, fields) { hooks, calls in
      hooks.replace(ImageTwin.self) { twin in
        calls.note()
        return ImageTwin(pixels: twin.pixels + [3])
      }
    } _: {
      $0.map { $0.point?.pixels } == [[1, 2, 3], nil]
    }
  }

  @Test func `values at paths, roots and elements of streams`() throws {
    func replace(_ hooks: inout DecodingHooks, _ calls: Calls) {
      hooks.replace(ImageTwin.self) { twin in
        calls.note()
        return ImageTwin(pixels: twin.pixels + [3])
      }
      hooks.validate([ImageTwin].self) { _ in calls.note() }
    }
    let data = try Self.archive(["a": [ImageTwin(), ImageTwin()]])
    expectSame([ImageTwin].self, data, at: "a", replace) {
      $0.map(\.pixels) == [[1, 2, 3], [1, 2, 3]]
    }
    expectSame(ImageTwin.self, data, at: "a[1]", replace) { $0.pixels == [1, 2, 3] }
    let roots = try KeyedArchiver().encodeRoots {
      try $0.encode([ImageTwin()])
      try $0.encode([ImageTwin(), ImageTwin()], named: "two")
    }
    for usesCells in [false, true] {
      let calls = Calls()
      var unarchiver = KeyedUnarchiver()
      unarchiver.usesCells = usesCells
      replace(&unarchiver.hooks, calls)
      let known = try unarchiver.roots(of: roots)
      for _ in 0..<2 {
        let two = try known.decode([ImageTwin].self, named: "two")
        #expect(two.map(\.pixels) == [[1, 2, 3], [1, 2, 3]] && calls.take() == 3)
      }
    }
  }
}
