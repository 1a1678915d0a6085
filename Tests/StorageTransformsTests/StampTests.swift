import Foundation
import StorageTransforms
import Testing

/// What stands in front of stored bytes.
@Suite struct StampTests {
  struct Settings: Codable, Equatable, Sendable {
    var volume = 3
    var name = "desk"
  }

  private let transform = JSONTransform<Settings>().then(ZlibTransform()).stamped()

  @Test func `a stamp has the bytes of the specification`() throws {
    let stored = try ClosureTransform<String, Data>(
      "text", store: { Data($0.utf8) }, restore: { String(decoding: $0, as: UTF8.self) }
    ).stamped().store("hello")
    // CRC-32 of "text" is 3B8BA7C7, of "texthello" 6C4BA8A8.
    #expect(
      stored.map { String($0, radix: 16) }
        == ["c1", "c7", "a7", "8b", "a8", "a8", "4b", "6c", "68", "65", "6c", "6c", "6f"])
  }

  @Test func `bytes of another form are refused by name`() throws {
    let stored = try transform.store(Settings())
    #expect(try transform.restore(stored) == Settings())
    let other = JSONTransform<Settings>().stamped()
    let error = #expect(throws: TransformError.self) { try other.restore(stored) }
    #expect(error?.code == .wrongForm)
    #expect(error?.message == "the bytes were stored as “json → zlib”, not as “json”")
    let unknown = try ClosureTransform<Settings, Data>(
      "mine", store: { try JSONTransform().store($0) }, restore: { try JSONTransform().restore($0) }
    ).stamped().store(Settings())
    let second = #expect(throws: TransformError.self) { try other.restore(unknown) }
    #expect(second?.message.contains("an unknown form (") == true)
    for (bytes, words) in [
      (try JSONTransform<Settings>().store(Settings()), "JSON"),
      (try PropertyListTransform<Settings>().store(Settings()), "a binary property list"),
      (try PropertyListTransform<Settings>(.xml).store(Settings()), "an XML document"),
      (try ArchiveTransform<Settings>().store(Settings()), "an archive"),
      (try ZlibTransform().store(Data([1])), "a zlib stream"), (Data(), "empty"),
      (Data([7]), "bytes without a stamp"),
    ] {
      let error = #expect(throws: TransformError.self) { try other.restore(bytes) }
      #expect(error?.code == .wrongForm)
      #expect(error?.message == "the bytes are \(words), and not stored as “json”")
    }
  }

  @Test func `declared older forms are read, and written anew in the present one`() throws {
    struct Version1: ContextFreeTransform {
      var form: TransformForm { TransformForm("settings", version: 1) }
      func store(_ value: Settings) -> Data { Data("\(value.volume);\(value.name)".utf8) }
      func restore(_ stored: Data) throws -> Settings {
        let parts = String(decoding: stored, as: UTF8.self).split(separator: ";")
        return Settings(volume: Int(parts[0]) ?? 0, name: String(parts[1]))
      }
    }
    let present = ArchiveTransform<Settings>().stamped(
      reading: .stamped(Version1()), .stamped(JSONTransform().then(ZlibTransform())),
      .unstamped(JSONTransform()), .unstamped(PropertyListTransform()))
    let value = Settings(volume: 9, name: "kitchen")
    for old in [
      try Version1().stamped().store(value), try transform.store(value),
      try JSONTransform<Settings>().store(value),
      try PropertyListTransform<Settings>().store(value),
      try PropertyListTransform<Settings>(.xml).store(value),
    ] {
      #expect(try present.restore(old) == value)
    }
    let stored = try present.store(value)
    #expect(try present.restore(stored) == value)
    #expect(try KeyedUnarchiver().decode(Settings.self, from: stored) == value)
    // Declared as it was: an archive has no stamp.
    let declared = JSONTransform<Settings>().stamped(reading: .stamped(ArchiveTransform()))
    #expect(try declared.restore(ArchiveTransform<Settings>().stamped().store(value)) == value)
    // The other way about: from archives to something else.
    let later = transform.base.stamped(reading: .unstamped(ArchiveTransform()))
    #expect(try later.restore(stored) == value)
  }

  /// Masks text with a byte and adds a mark at the end, so that bytes may begin with any byte, and others are refused.
  private static func masked(by byte: UInt8) -> ClosureTransform<String, Data> {
    ClosureTransform<String, Data>(
      "masked", store: { text in Data(text.utf8.map { $0 ^ byte } + [byte, 0x5A]) },
      restore: { bytes in
        guard bytes.suffix(2) == Data([byte, 0x5A]) else { throw CocoaError(.coderReadCorrupt) }
        return String(decoding: bytes.dropLast(2).map { $0 ^ byte }, as: UTF8.self)
      })
  }

  @Test func `bytes without a stamp may begin as one does`() throws {
    for byte in UInt8.min...UInt8.max {
      let former = Self.masked(by: byte)
      let present = JSONTransform<String>().stamped(reading: .unstamped(former))
      for text in ["a", "a text that is longer than a stamp"] {
        let stored = try former.store(text)
        #expect(try present.restore(stored, in: TransformContext()) == text, "\(byte)")
      }
    }
    // No form takes them: the error is that of the stamp.
    let other = try JSONTransform<String>().then(ZlibTransform()).stamped().store("text")
    let present = JSONTransform<String>().stamped(reading: .unstamped(Self.masked(by: 1)))
    let error = #expect(throws: TransformError.self) {
      try present.restore(other, in: TransformContext())
    }
    #expect(error?.code == .wrongForm)
    #expect(throws: TransformError.self) {
      try present.restore(Data([0xC1, 1, 2]), in: TransformContext())
    }
  }

  @Test func `no changed bit goes unnoticed`() throws {
    for stored in [
      try transform.store(Settings()), try JSONTransform<Settings>().stamped().store(Settings()),
      try ArchiveTransform<Settings>().stamped().store(Settings()),
    ] {
      for bit in 0..<stored.count * 8 {
        var changed = stored
        changed[bit / 8] ^= 1 << (bit % 8)
        #expect(throws: TransformError.self) { try transform.restore(changed) }
        #expect(throws: TransformError.self) {
          try JSONTransform<Settings>().stamped().restore(changed)
        }
        #expect(throws: TransformError.self) {
          try ArchiveTransform<Settings>().stamped().restore(changed)
        }
      }
      for count in 0..<stored.count {
        #expect(throws: TransformError.self) { try transform.restore(stored.prefix(count)) }
      }
    }
  }
}
