import Foundation
import StorageTransforms
import TestSupport
import TestTraits
import Testing

/// Storing and then restoring is the identity, whatever transforms stand in a row.
@Suite struct RandomChainTests {
  struct Value: Codable, Equatable, Sendable {
    var number: Int
    var text: String
    var real: Double?
    var bytes: Data
    var date: Date
    var nested: [String: [Int]]

    init(_ random: inout SeededGenerator) {
      number = Int(truncatingIfNeeded: random.next())
      text = RandomChainTests.text(&random)
      real = Bool.random(using: &random) ? nil : Double.random(in: -1e9...1e9, using: &random)
      bytes = RandomChainTests.bytes(&random)
      date = Date(timeIntervalSinceReferenceDate: Double.random(in: -1e9...1e9, using: &random))
      nested = [RandomChainTests.text(&random): [1, Int(random.next() >> 40)]]
    }
  }

  static func text(_ random: inout SeededGenerator) -> String {
    let letters = ["a", "Z", "é", "e\u{301}", "漢", "👩‍👩‍👧", "\u{0}", "\"", "\\", "\n", " ", "/", "ß"]
    return (0..<Int.random(in: 0..<12, using: &random))
      .map { _ in letters[Int.random(in: 0..<letters.count, using: &random)] }.joined()
  }

  static func bytes(_ random: inout SeededGenerator) -> Data {
    Data(
      (0..<Int.random(in: 0..<40, using: &random)).map { _ in
        UInt8(truncatingIfNeeded: random.next())
      })
  }

  /// A chain whose steps are chosen when the program runs.
  private struct Chain<Input> {
    var form: String
    var store: (Input) throws -> Data
    var restore: (Data) throws -> Input

    init<Transform: ContextFreeTransform>(_ transform: Transform)
    where Transform.Value == Input, Transform.Stored == Data {
      form = transform.form.description
      store = { try transform.store($0) }
      restore = { try transform.restore($0) }
    }

    func then<Transform: ContextFreeTransform>(_ next: Transform) -> Chain
    where Transform.Value == Data, Transform.Stored == Data {
      var chain = self
      chain.form += " → \(next.form)"
      chain.store = { try next.store(store($0)) }
      chain.restore = { try restore(next.restore($0)) }
      return chain
    }
  }

  private static func first(_ random: inout SeededGenerator) -> Chain<Value> {
    var archive = ArchiveTransform<Value>()
    archive.archiver.compression = Bool.random(using: &random) ? .zlib() : .none
    return switch Int.random(in: 0..<6, using: &random) {
    case 0: Chain(archive)
    case 1: Chain(ArchiveTransform(dictionary: MemoryShapeDictionary()))
    case 2: Chain(JSONTransform())
    case 3: Chain(PropertyListTransform())
    case 4: Chain(PropertyListTransform(.xml))
    default:
      Chain(
        ClosureTransform<Value, [Value]>("list", store: { [$0] }, restore: { $0.first })
          .then(ArchiveTransform()))
    }
  }

  private static func longer(_ chain: Chain<Value>, _ random: inout SeededGenerator) -> Chain<Value>
  {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: chain.then(ZlibTransform(level: Int.random(in: 0...9, using: &random)))
    case 1: chain.then(Base64Transform().then(UTF8Transform()))
    case 2: chain.then(HexTransform().then(UTF8Transform()))
    case 3: chain.then(ArchiveTransform<Data>())
    case 4: chain.then(ZlibTransform().stamped())
    default: chain.then(IdentityTransform<Data>().stamped())
    }
  }

  @Test(arguments: 1...200) func `random chains of up to four give back what they stored`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    var chain = Self.first(&random)
    for _ in 0..<Int.random(in: 0..<4, using: &random) { chain = Self.longer(chain, &random) }
    for _ in 0..<5 {
      var value = Value(&random)
      // XML has no U+0000, and says so.
      if chain.form.hasPrefix("plist") {
        value.text.removeAll { $0 == "\0" }
        value.nested = ["key": [1]]
        // Foundation's property lists in XML have whole seconds.
        value.date = Date(
          timeIntervalSinceReferenceDate: value.date.timeIntervalSinceReferenceDate.rounded())
      }
      let stored = try chain.store(value)
      #expect(try chain.restore(stored) == value, "seed \(seed): \(chain.form)")
    }
  }

  /// Of stamped bytes no changed bit and no missing byte gives a value.
  @Test(.long, arguments: 1...12) func `every changed bit of stamped bytes is an error`(
    seed: UInt64
  )
    throws
  {
    var random = SeededGenerator(seed: seed)
    let value = Value(&random)
    let stamped: [() throws -> (Data, (Data) throws -> Value)] = [
      {
        let transform = JSONTransform<Value>().stamped()
        return (try transform.store(value), { try transform.restore($0) })
      },
      {
        let transform = PropertyListTransform<Value>().then(ZlibTransform()).stamped()
        return (try transform.store(value), { try transform.restore($0) })
      },
      {
        let transform = ArchiveTransform<Value>().stamped(
          reading: .stamped(JSONTransform()), .unstamped(PropertyListTransform()))
        return (try transform.store(value), { try transform.restore($0) })
      },
    ]
    for make in stamped {
      let (stored, restore) = try make()
      for bit in 0..<stored.count * 8 {
        var changed = stored
        changed[bit / 8] ^= 1 << (bit % 8)
        #expect(throws: TransformError.self, "seed \(seed), bit \(bit)") { try restore(changed) }
      }
    }
  }

  @Test(arguments: 1...20) func `transforms of single values give back what they stored`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let (text, bytes) = (Self.text(&random), Self.bytes(&random))
      #expect(
        try UTF8Transform().restore(UTF8Transform().store(text)).utf8.elementsEqual(text.utf8))
      #expect(try Base64Transform().restore(Base64Transform().store(bytes)) == bytes)
      #expect(try HexTransform().restore(HexTransform().store(bytes)) == bytes)
      #expect(try ZlibTransform().restore(ZlibTransform().store(bytes)) == bytes)
      #expect(
        try JSONTransform<String>().restore(JSONTransform().store(text)).utf8.elementsEqual(
          text.utf8))
      for letters in [SingleCaseTransform(.upper), SingleCaseTransform(.lower)] {
        guard let stored = try? letters.store(text) else { continue }
        #expect(try letters.restore(stored).utf8.elementsEqual(text.utf8))
      }
      let base = URL(filePath: "/base", directoryHint: .isDirectory)
      let path = text.filter { $0 != "\0" }
      let url = (Bool.random(using: &random) ? base : URL(filePath: "/other")).appending(path: path)
      let transform = RelativeURLTransform(base: base)
      #expect(
        try transform.restore(transform.store(url, in: TransformContext()), in: TransformContext())
          == url)
    }
  }
}
