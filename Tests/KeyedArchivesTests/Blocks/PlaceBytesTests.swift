import ArchiveFormat
import ArchiveInspection
import Foundation
import TestSupport
import TestTraits
import Testing

@testable import KeyedArchives

/// Values at paths are read from their bytes as they are from cells: values, errors and their places.
@Suite struct PlaceBytesTests {
  struct Book: Codable, Equatable {
    var title: String
    var pages: Int
    var isLent = false
    var rating: Double?
    var tags: [String]
  }

  enum Mixed: Codable, Equatable {
    case number(Int)
    case book(Book)
    case texts([String])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int.self) {
        self = .number(number)
      } else if let book = try? container.decode(Book.self) {
        self = .book(book)
      } else {
        self = .texts(try container.decode([String].self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .number(let number): try container.encode(number)
      case .book(let book): try container.encode(book)
      case .texts(let texts): try container.encode(texts)
      }
    }
  }

  struct Library: Codable, Equatable {
    var shelves: [[Book]]
    var byName: [String: [Book]]
    var mixed: [Mixed]
    var perhaps: Book?
    var never: Book?
    var numbers: [Int]
    var gaps: [Book?]
    var point: Range<Int>
    var identities: [UUID: Int]

    init(_ count: Int) {
      func book(_ number: Int) -> Book {
        Book(
          title: "book \(number)", pages: number * 31, isLent: number % 3 == 0,
          rating: number % 2 == 0 ? Double(number) / 4 : nil,
          tags: (0..<number % 4).map { "tag \($0)" })
      }
      shelves = (0..<count).map { shelf in (0..<shelf % 5).map { book($0 + shelf) } }
      byName = ["a": [book(1), book(2)], "empty": []]
      mixed = (0..<count).map {
        switch $0 % 3 {
        case 0: .number($0)
        case 1: .book(book($0))
        default: .texts(["x", "y\($0)"])
        }
      }
      perhaps = book(7)
      numbers = (0..<count).map { $0 * $0 }
      gaps = (0..<count).map { $0 % 2 == 0 ? nil : book($0) }
      point = 3..<count + 3
      identities = [UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)): count]
    }
  }

  /// Tells the path that its decoder has, and fails if it is told to.
  struct Witness: Decodable, CustomStringConvertible {
    struct Failure: Error {}
    enum Keys: String, CodingKey { case title, shelves, missing, pages }
    var description: String

    init(from decoder: any Decoder) throws {
      description = Self.text(decoder.codingPath)
      if var elements = try? decoder.unkeyedContainer() {
        while !elements.isAtEnd {
          description += " / " + (try elements.decode(Witness.self).description)
        }
        return
      }
      let container = try decoder.container(keyedBy: Keys.self)
      description += " " + Self.text(container.codingPath)
      description += " \((try? container.decode(Int.self, forKey: .title)) ?? -1)"
      do {
        _ = try container.decode(Int.self, forKey: .missing)
      } catch DecodingError.keyNotFound(let key, let context) {
        description += " \(key.stringValue) at " + Self.text(context.codingPath)
      }
      if let pages = try container.decodeIfPresent(Int.self, forKey: .pages), pages == 31 {
        throw Failure()
      }
    }

    static func text(_ path: [any CodingKey]) -> String {
      path.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
    }
  }

  private static let archivers: [KeyedArchiver] = [
    KeyedArchiver(framing: .singlePart), KeyedArchiver(framing: .multiPart),
    KeyedArchiver(compression: .zlib(), framing: .multiPart),
  ]

  /// A value in words; the entries of a dictionary are sorted.
  static func words(_ value: Any) -> String {
    if let value = value as? ArchivedValue {
      return String(decoding: ArchiveInspector.dump(value), as: UTF8.self)
    }
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .dictionary else { return "\(value)" }
    return mirror.children.map { "\($0.value)" }.sorted().joined(separator: ", ")
  }

  /// The outcomes from bytes and from cells.
  private static func outcomes<Value: Decodable>(
    _ type: Value.Type, _ path: ArchivePath, _ data: Data,
    _ change: (inout KeyedUnarchiver) -> Void = { _ in }
  ) -> (bytes: String, cells: String) {
    func outcome(_ set: (inout KeyedUnarchiver) -> Void) -> String {
      var unarchiver = KeyedUnarchiver()
      set(&unarchiver)
      change(&unarchiver)
      do {
        return words(try unarchiver.decode(type, at: path, from: data))
      } catch let error as ArchiveError {
        return "\(error.code) at \(error.byteOffset ?? -1), \(error.path): \(error.message)"
      } catch {
        return "\(error)"
      }
    }
    return (outcome { $0.shortListCount = 0 }, outcome { $0.usesCells = true })
  }

  private static func expectSame<Value: Decodable>(
    _ type: Value.Type, _ path: ArchivePath, _ data: Data, _ note: String = "",
    _ change: (inout KeyedUnarchiver) -> Void = { _ in }
  ) {
    let (bytes, cells) = outcomes(type, path, data, change)
    #expect(bytes == cells, "\(type) at \(path) \(note)")
  }

  private static func paths(_ count: Int) throws -> [ArchivePath] {
    let texts =
      [
        "shelves", "byName", "byName.a", "byName.empty", "byName.a[1]", "mixed", "perhaps", "never",
        "numbers", "numbers[2]", "gaps", "point", "identities", "absent", "shelves[900]",
        "byName.a[1].tags", "perhaps.title", "perhaps.isLent", "mixed[0].title",
      ]
      + (0..<count).flatMap {
        ["shelves[\($0)]", "shelves[\($0)][1]", "mixed[\($0)]", "gaps[\($0)]"]
      }
    return try texts.map { try ArchivePath(parsing: $0) }
  }

  private static func expectSame(at path: ArchivePath, _ data: Data, _ note: String = "") {
    expectSame([[Book]].self, path, data, note)
    expectSame([Book].self, path, data, note)
    expectSame(Book.self, path, data, note)
    expectSame(Book?.self, path, data, note)
    expectSame([Book?].self, path, data, note)
    expectSame([String: [Book]].self, path, data, note)
    expectSame(Mixed.self, path, data, note)
    expectSame([Mixed].self, path, data, note)
    expectSame([Int].self, path, data, note)
    expectSame(Int.self, path, data, note)
    expectSame(String.self, path, data, note)
    expectSame(Range<Int>.self, path, data, note)
    expectSame([UUID: Int].self, path, data, note)
    expectSame(Witness.self, path, data, note)
    expectSame(ArchivedValue.self, path, data, note)
  }

  @Test(.differential)
  func `each type at each path gives the same value or error`() throws {
    for archiver in Self.archivers {
      let data: Data = try archiver.encode(Library(10))
      for path in try Self.paths(10) { Self.expectSame(at: path, data) }
      let named = try archiver.encodeRoots {
        try $0.encode(1, named: "first")
        try $0.encode(Library(8), named: "second")
      }
      for path in try Self.paths(8) {
        Self.expectSame(at: ArchivePath([.root("second")] + path.steps), named)
      }
    }
  }

  @Test func `large values at paths are what was encoded`() throws {
    let library = Library(3_000)
    for archiver in Self.archivers {
      let data = try archiver.encodeRoots { try $0.encode(library, named: "library") }
      let unarchiver = KeyedUnarchiver()
      let shelves = try unarchiver.decode([[Book]].self, at: "$library.shelves", from: data)
      #expect(shelves == library.shelves)
      let mixed = try unarchiver.decode([Mixed].self, at: "$library.mixed", from: data)
      #expect(mixed == library.mixed)
      let gaps = try unarchiver.decode([Book?].self, at: "$library.gaps", from: data)
      #expect(gaps == library.gaps)
      #expect(try unarchiver.decode(Library.self, at: "$library", from: data) == library)
    }
  }

  @Test(.differential)
  func `a changed byte is the same error or value`() throws {
    let data: Data = try KeyedArchiver(framing: .singlePart).encode(Library(4))
    let paths = try ["shelves", "mixed", "byName", "gaps"].map { try ArchivePath(parsing: $0) }
    for offset in data.indices.dropLast(4) {
      for bit in LongTests.areWanted ? [0, 3, 7] : [offset % 8] {
        var changed = data
        changed[offset] ^= 1 << bit
        for path in paths {
          let note = "byte \(offset), bit \(bit)"
          func trust(_ unarchiver: inout KeyedUnarchiver) { unarchiver.verifiesChecksums = false }
          let checked = changed
          func same<Value: Decodable>(_ type: Value.Type) {
            let (bytes, cells) = Self.outcomes(type, path, checked, trust)
            #expect(bytes == cells, "\(type) at \(path), \(note)")
          }
          same([[Book]].self)
          same([Mixed].self)
          same(Witness.self)
        }
      }
    }
  }

  @Test(.differential)
  func `limits count the same`() throws {
    let data: Data = try KeyedArchiver(framing: .singlePart).encode(Library(6))
    for text in ["shelves", "mixed", "gaps", "byName"] {
      let path = try ArchivePath(parsing: text)
      for limit in 1..<12 {
        Self.expectSame([[Book]].self, path, data, "depth \(limit)") {
          $0.limits.maximumDepth = limit
        }
      }
      for limit in stride(from: 1, to: 400, by: 7) {
        Self.expectSame([Mixed].self, path, data, "values \(limit)") {
          $0.limits.maximumValueCount = limit
        }
        // The place of the visit that is too many depends on the way.
        let (bytes, cells) = Self.outcomes([[Book]].self, path, data) {
          $0.limits.maximumVisitCount = limit
        }
        let isAccepted = [bytes, cells].map { $0.hasPrefix("[") }
        #expect(isAccepted[0] == isAccepted[1], "\(limit): \(bytes), \(cells)")
      }
    }
  }

  /// A container that is kept after its value goes on with the same path, and with the same values.
  @Test func `kept containers know their path`() throws {
    struct Kept: Decodable {
      let decoder: any Decoder
      let container: KeyedDecodingContainer<Witness.Keys>
      init(from decoder: any Decoder) throws {
        self.decoder = decoder
        container = try decoder.container(keyedBy: Witness.Keys.self)
      }
    }
    let data: Data = try KeyedArchiver().encode(Library(6))
    for usesCells in [false, true] {
      var unarchiver = KeyedUnarchiver()
      unarchiver.shortListCount = 0
      unarchiver.usesCells = usesCells
      let kept = try unarchiver.decode(Kept.self, at: "shelves[3][2]", from: data)
      #expect(Witness.text(kept.decoder.codingPath) == "shelves.[3].[2]")
      #expect(Witness.text(kept.container.codingPath) == "shelves.[3].[2]")
      #expect(try kept.container.decode(String.self, forKey: .title) == "book 5")
      #expect(try Book(from: kept.decoder).pages == 5 * 31)
    }
  }

  /// Whoever reads the same again and again reads cells at last.
  @Test func `what is read again often is still the value`() throws {
    struct Again: Decodable {
      var count = 0
      init(from decoder: any Decoder) throws {
        for _ in 0..<400 {
          let container = try decoder.singleValueContainer()
          _ = try? container.decode([String: Int].self)
          if (try? container.decode([Int].self)) == nil { count += 1 }
          _ = try container.decode([Book?].self)
        }
      }
    }
    let data: Data = try KeyedArchiver().encode(Library(40))
    var unarchiver = KeyedUnarchiver()
    unarchiver.shortListCount = 0
    #expect(try unarchiver.decode(Again.self, at: "gaps", from: data).count == 400)
    #expect(try unarchiver.decode([Again].self, at: "shelves", from: data).count == 40)
  }
}
