import ArchiveCompression
import ArchiveFormat
import ArchiveInspection
import Testing

@Suite struct ArchiveVerificationTests {
  static func lines(_ bytes: [UInt8], canonical: Bool = false) -> [String] {
    ArchiveVerification(of: bytes, requiresCanonicalForm: canonical).findings
      .map { $0.description }
  }

  @Test func `whole archives have no findings`() throws {
    for layout in RoundTripTests.layouts {
      let verification = ArchiveVerification(
        of: try SampleArchives.everything(layout), requiresCanonicalForm: false)
      #expect(verification.findings == [])
      #expect(verification.inspector != nil)
      #expect(verification.isWellFormed)
    }
    #expect(Self.lines(SampleArchives.twoRoots(), canonical: true) == [])
  }

  @Test(arguments: [false, true])
  func `every truncation is found`(isMultiPart: Bool) throws {
    let bytes = try SampleArchives.everything(
      ArchiveLayout(framing: isMultiPart ? .multiPart : .singlePart))
    for count in bytes.indices {
      let verification = ArchiveVerification(of: Array(bytes[..<count]))
      #expect(!verification.isWellFormed, "\(count) bytes of \(bytes.count)")
      #expect(verification.inspector == nil)
      #expect(verification.findings.allSatisfy { ($0.byteOffset ?? 0) <= count })
    }
  }

  @Test(arguments: [false, true])
  func `every changed byte is found`(isMultiPart: Bool) throws {
    let bytes = try SampleArchives.everything(
      ArchiveLayout(framing: isMultiPart ? .multiPart : .singlePart))
    for index in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[index] ^= 1 << UInt8(bit)
        #expect(!ArchiveVerification(of: changed).isWellFormed, "bit \(bit) of byte \(index)")
      }
    }
  }

  @Test func `damage in two parts is found at both`() throws {
    var bytes = try SampleArchives.everything(ArchiveLayout(framing: .multiPart))
    let title = try #require(bytes.firstRange(of: Array("Tides".utf8))).lowerBound
    bytes[title] ^= 0x20
    // The chain checksum stands before the last, reserved field of the end mark.
    bytes[bytes.count - 8] ^= 1
    let findings = ArchiveVerification(of: bytes).findings
    #expect(findings.allSatisfy { $0.code == .checksumMismatch })
    let offsets = findings.compactMap { $0.byteOffset }
    // The block's content begins with one byte for its root, and bits and kinds of the record; its
    // checksum stands 14 bytes before that, and that of the end mark's content 8 before it.
    #expect((title - 22..<title - 14).contains(try #require(offsets.first)))
    #expect(offsets.dropFirst() == [bytes.count - 48, bytes.count - 8])
  }

  @Test func `text damage and other files are told apart`() throws {
    #expect(Self.lines([]) == ["truncated: the file is empty, byte 0"])
    #expect(Self.lines(Array("{}".utf8)) == ["notAnArchive: this is no keyed archive, byte 0"])
    var bytes = try SampleArchives.everything(ArchiveLayout(framing: .multiPart))
    bytes.remove(at: 4)
    #expect(
      Self.lines(bytes) == [
        "textDamage: line endings were converted, as by a transfer in text mode, byte 4"
      ])
  }

  @Test func `a set with one member twice is found`() {
    // A tagged set of ints: 1, 2, 1.
    let bytes = SampleArchives.singlePart(lead: 0xB0, [0x01, 0x17, 0x05, 0x0D, 0x05, 0x09, 0x05])
    #expect(Self.lines(bytes) == ["malformed: a set has one member twice at $[2], byte 2"])
  }

  @Test func `a map with one key twice is found, one with equal texts of two kinds is not`() {
    // Keys "a", "a"; values 1, 2.
    let twice: [UInt8] = [0x01, 0x18, 0x0F, 0x05, 0x11, 0x03, 0x61, 0x03, 0x61, 0x05, 0x09]
    #expect(
      Self.lines(SampleArchives.singlePart(lead: 0xB0, twice)) == [
        "malformed: a map has one key twice at $[1], byte 2"
      ])
    // Keys of any kind: 1 and "1".
    let apart: [UInt8] = [0x01, 0x18, 0x01, 0x05, 0x11, 0x41, 0x81, 0x31, 0x05, 0x09]
    #expect(Self.lines(SampleArchives.singlePart(lead: 0xB0, apart)) == [])
  }

  @Test func `unknown optional features are a note`() {
    let bytes = SampleArchives.singlePart(lead: 0xB8, [0x03, 0x03, 0x01, 0x0B, 0x01, 0x45])
    let verification = ArchiveVerification(of: bytes)
    #expect(verification.isWellFormed)
    #expect(verification.inspector?.summary.optionalFeatures == 5)
    #expect(
      verification.findings.map { $0.description } == [
        "unknownOptionalFeature: optional features 101 are not known, byte 1"
      ])
  }

  @Test func `canonical order is asked for only where it is wanted`() throws {
    let bytes = try SampleArchives.archive { maker in
      maker.container(.array, length: 2) { maker in
        maker.container(.set, length: 2) {
          $0.int(2)
          $0.int(1)
        }
        maker.container(.set, length: 2) {
          $0.int(1)
          $0.int(2)
        }
      }
    }
    #expect(Self.lines(bytes) == [])
    #expect(
      Self.lines(bytes, canonical: true) == [
        "notCanonical: members of a set or keys of a map are not in canonical order at $[0], byte 6"
      ])
  }

  @Test func `bytes that the writer would not choose are not canonical`() {
    // [1] as an irregular array.
    let bytes = SampleArchives.singlePart(lead: 0xB0, [0x01, 0x16, 0x01, 0x07, 0x05, 0x01, 0x05])
    #expect(Self.lines(bytes) == [])
    #expect(
      Self.lines(bytes, canonical: true) == [
        "notCanonical: the content is not that which the writer's rules give, byte 3"
      ])
    // A type that nothing uses.
    let unused = SampleArchives.singlePart(lead: 0xB0, [0x03, 0x11, 0x54, 0x45])
    #expect(
      Self.lines(unused, canonical: true) == [
        "notCanonical: the definitions are not those that the writer's rules give"
      ])
  }

  @Test func `a limit is told from damage`() throws {
    var limits = ArchiveLimits()
    limits.maximumValueCount = 3
    let bytes = try SampleArchives.json("[[],[],[],[]]")
    let findings = ArchiveVerification(of: bytes, limits: limits).findings
    #expect(findings.map { $0.code } == [.limitExceeded])
  }
}
