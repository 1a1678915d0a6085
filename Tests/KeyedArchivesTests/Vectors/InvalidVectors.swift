import ArchiveCompression
import ArchiveFormat

/// An archive that breaks one rule.
struct InvalidVector: CustomStringConvertible, Sendable {
  /// Rule and defect: the name of the file under `Spec/vectors/invalid`.
  var name: String
  var code: ArchiveError.Code
  var bytes: [UInt8]
  /// The shape dictionary it is read with.
  var dictionary: VectorDictionary?

  var description: String { name }

  private init(
    _ name: String, _ code: ArchiveError.Code, _ bytes: [UInt8],
    with dictionary: VectorDictionary? = nil
  ) {
    self.name = name
    self.code = code
    self.bytes = bytes
    self.dictionary = dictionary
  }

  static let all =
    primitives + singleParts + multiParts + definitions + kinds + values + dictionaries

  private static let grown = VectorDictionary.grown.record(6, "01 C2 02 00 03 78")

  private static let dictionaries = [
    InvalidVector("H1-no-dictionary", .needsDictionary, grown),
    InvalidVector("H1-changed-rows", .wrongDictionary, grown, with: .flipped),
    InvalidVector("H1-too-few-rows", .wrongDictionary, grown, with: .grown3),
    InvalidVector("H1-other-rows", .wrongDictionary, grown, with: .many),
    InvalidVector(
      "H1-changed-record", .wrongDictionary,
      grown.enumerated().map { $0 == grown.count - 5 ? $1 ^ 1 : $1 }, with: .grown),
    InvalidVector(
      "H1-changed-prefix", .wrongDictionary, grown.enumerated().map { $0 == 1 ? 5 : $1 },
      with: .grown),
    InvalidVector(
      "H1-self-contained-made-a-record", .wrongDictionary,
      singlePart("01 45 46").enumerated().map { $0 == 0 ? $1 | 1 : $1 }, with: .grown),
    InvalidVector(
      "H2-own-definitions", .malformed, VectorDictionary.grown.record(6, "03 11 56 45"),
      with: .grown),
    InvalidVector(
      "H2-shape-of-a-later-row", .malformed, VectorDictionary.grown.record(2, "01 C1 00"),
      with: .grown),
    InvalidVector(
      "H2-type-of-a-later-row", .malformed, VectorDictionary.grown.record(2, "01 1A 03 05 05"),
      with: .grown),
    InvalidVector(
      "H2-value-of-a-later-refinement", .malformed,
      VectorDictionary.grown.record(2, "01 C0 01 0D 01"), with: .grown),
    InvalidVector(
      "H3-rows-that-name-a-later-one", .malformed,
      VectorDictionary.forward.record(1, "01 C0 00"), with: .forward),
    InvalidVector("H3-shape-that-is-not-there", .malformed, grown, with: .incomplete),
    InvalidVector("D3-refinement-in-a-dictionary", .malformed, grown, with: .malformed),
    InvalidVector("D1-type-twice-in-a-dictionary", .malformed, grown, with: .twice),
    InvalidVector(
      "S2-bytes-after-a-record", .malformed,
      VectorDictionary.grown.record(6, "01 45 45"), with: .grown),
  ]

  private static let primitives = [
    InvalidVector("V1-varint-not-shortest", .malformed, singlePart("01 05 02 00")),
    InvalidVector(
      "V1-varint-of-nine-bytes-not-shortest", .malformed,
      singlePart("01 06 00 FF FF FF FF FF FF FF 00")),
    InvalidVector("V2-varint-past-the-end", .truncated, singlePart("01 05 02")),
    InvalidVector("V3-ill-formed-string", .malformed, singlePart("01 82 C3 28")),
    InvalidVector("V3-surrogate-in-a-string", .malformed, singlePart("01 83 ED A0 80")),
    InvalidVector("V3-overlong-form-in-a-string", .malformed, singlePart("01 82 C0 80")),
    InvalidVector("V4-padding-bits-set", .malformed, singlePart("01 16 03 0D F0")),
    InvalidVector(
      "V4-value-bit-of-an-optional-bool", .malformed, singlePart("03 03 03 43 05 61 C0 03")),
    InvalidVector(
      "V5-count-past-the-end", .truncated, singlePart("01 16 0C 00 00 00 00 00 00 00 00 10")),
    InvalidVector("V5-length-past-the-end", .truncated, singlePart("01 10 13 00 00")),
  ]

  private static let singleParts = [
    InvalidVector("S0-empty-file", .truncated, []),
    InvalidVector("S0-other-bytes", .notAnArchive, Array("{\"a\":1}".utf8)),
    InvalidVector(
      "S1-checksum", .checksumMismatch, singlePart("01 45").map { $0 == 0x45 ? 0x46 : $0 }),
    InvalidVector("S2-bytes-after-the-value", .malformed, singlePart("01 45 45")),
    InvalidVector(
      "S3-default-versions-stated", .malformed, singlePart("03 03 01 01 01 45", flags: 8)),
    InvalidVector("S3-read-version-2", .needsFeature, singlePart("05 05 01 01 01 45", flags: 8)),
    InvalidVector(
      "S3-unknown-required-feature", .needsFeature, singlePart("03 03 81 01 01 45", flags: 8)),
    InvalidVector(
      "S3-zlib-stream-of-another-length", .malformed, packedSinglePart(rawByteCount: 3)),
  ]

  private static func packedSinglePart(rawByteCount: Int) -> [UInt8] {
    var sink = ByteSink()
    sink.byte(ArchiveFraming.lead | ArchiveFraming.LeadFlags.packed.rawValue)
    sink.varint(rawByteCount)
    sink.append(((try? Zlib.deflated(hex("01 45")[...], level: 6)) ?? [])[...])
    sink.fixed(Checksum.crc32(0, sink.bytes[...]))
    return sink.bytes
  }

  private static let multiParts = [
    InvalidVector("M0-text-damage", .textDamage, hex("A5 4B 41 52 0A 1A 0A 01 01 00 00 00")),
    InvalidVector(
      "M0-read-version-2", .needsFeature, MultiPartFile { $0.readVersion = 2 }.sink.bytes),
    InvalidVector(
      "M0-unknown-required-feature", .needsFeature,
      MultiPartFile { $0.requiredFeatures = 1 << 20 }.sink.bytes),
    InvalidVector(
      "M1-stored-bytes-changed", .checksumMismatch,
      MultiPartFile.whole().enumerated().map { $0 == 55 ? $1 ^ 1 : $1 }),
    InvalidVector(
      "M1-part-header-changed", .checksumMismatch,
      MultiPartFile.whole().enumerated().map { $0 == 25 ? $1 ^ 1 : $1 }),
    InvalidVector("M2-packed-block-of-another-length", .malformed, packed(rawByteCount: 4)),
    InvalidVector(
      "M3-ordinal", .malformed,
      falsified {
        $0.ordinal = 1; $0.start = .continuation
      }),
    InvalidVector("M3-raw-offset", .malformed, falsified { $0.rawOffset = 1 }),
    InvalidVector("M3-row-count", .malformed, falsified { $0.rowCount = 1 }),
    InvalidVector("M3-scope", .malformed, falsified { $0.scope = 1 }),
    InvalidVector("M3-next-object-without-state", .malformed, falsified { $0.nextObject = 1 }),
    InvalidVector("M4-index", .malformed, falsifiedIndex()),
    InvalidVector("M5-own-offset", .malformed, falsifiedMark { $0.ownOffset += 1 }),
    InvalidVector("M5-scope-count", .malformed, falsifiedMark { $0.scopeCount = 2 }),
    InvalidVector("M5-root-count", .malformed, falsifiedMark { $0.rootCount = 2 }),
    InvalidVector("M5-chain", .checksumMismatch, falsifiedMark { $0.chainChecksum ^= 1 }),
    InvalidVector("M6-end-mark-inside-a-scope", .malformed, unfinishedScope()),
    InvalidVector("M7-no-end-mark", .truncated, Array(MultiPartFile.whole().dropLast(64))),
    InvalidVector("M7-torn-end-mark", .truncated, Array(MultiPartFile.whole().dropLast(1))),
    InvalidVector("M8-state-in-keys", .malformed, twoBlocks("05 00 01 02 05 01 02 05")),
    InvalidVector("M8-state-without-elements", .malformed, twoBlocks("05 00 01 03 01")),
    InvalidVector(
      "M8-state-of-no-shape", .malformed, twoBlocks("07 00 01 01 01 03 02 05 01 00 05")),
    InvalidVector("M8-state-with-more", .malformed, twoBlocks("05 00 01 02 05 01 00 05 00")),
  ]

  /// An array of three ints, the second of which begins a block.
  static func twoBlocks(_ state: String) -> [UInt8] {
    var file = MultiPartFile()
    file.block(hex("03 16 05 0D 05"), isLast: false)
    file.block(hex("09 0D 01")) {
      ($0.ordinal, $0.rawOffset, $0.start, $0.state) = (1, 5, .state, hex(state))
    }
    file.index()
    file.endMark()
    return file.sink.bytes
  }

  private static func packed(rawByteCount: Int) -> [UInt8] {
    var file = MultiPartFile()
    file.block(
      hex("03 45 01"), packed: (try? Zlib.deflated(hex("03 45 01")[...], level: 6)) ?? [],
      rawByteCount: rawByteCount)
    file.index()
    file.endMark()
    return file.sink.bytes
  }

  private static func falsified(_ change: (inout BlockDetail) -> Void) -> [UInt8] {
    var file = MultiPartFile()
    file.block(hex("03 45 01"), change)
    file.index()
    file.endMark()
    return file.sink.bytes
  }

  private static func falsifiedIndex() -> [UInt8] {
    var file = MultiPartFile()
    file.block(hex("03 45 01"))
    file.index { $0[2] ^= 2 }
    file.endMark()
    return file.sink.bytes
  }

  private static func falsifiedMark(_ change: (inout EndMark) -> Void) -> [UInt8] {
    var file = MultiPartFile()
    file.block(hex("03 45 01"))
    file.index()
    file.endMark(change)
    return file.sink.bytes
  }

  private static func unfinishedScope() -> [UInt8] {
    var file = MultiPartFile()
    file.block(hex("03 45 01"), isLast: false)
    file.index()
    file.endMark()
    return file.sink.bytes
  }

  private static let definitions = [
    InvalidVector("D1-empty-type-name", .malformed, singlePart("03 01 45")),
    InvalidVector("D1-control-character-in-a-type-name", .malformed, singlePart("03 11 07 45")),
    InvalidVector("D1-type-name-twice", .malformed, singlePart("05 11 41 11 41 45")),
    InvalidVector("D1-version-0", .malformed, singlePart("03 19 05 41 01 45")),
    InvalidVector("D1-reserved-flag", .malformed, singlePart("03 19 21 41 45")),
    InvalidVector("D1-flags-given-as-0", .malformed, singlePart("03 19 01 41 45")),
    InvalidVector("D1-type-name-of-1025-bytes", .malformed, typeName(byteCount: 1_025)),
    InvalidVector("V5-type-name-past-the-end", .truncated, singlePart("03 81 41 45")),
    InvalidVector("D2-key-twice-in-a-shape", .malformed, singlePart("03 03 05 05 05 61 05 03 45")),
    InvalidVector(
      "D2-key-in-full-twice", .malformed, singlePart("05 03 03 05 05 61 03 03 06 05 61 45")),
    InvalidVector("D2-required-field-undetermined", .malformed, singlePart("03 03 03 00 05 61 45")),
    InvalidVector(
      "D3-refinement-of-an-own-shape", .malformed, singlePart("05 03 03 40 05 61 05 01 05 45")),
    InvalidVector(
      "D3-refinement-that-determines-nothing", .malformed, refinementOfInt()),
    InvalidVector(
      "D3-derived-shape-without-changes", .malformed, singlePart("05 03 03 05 05 61 07 01 45")),
    InvalidVector("D4-type-that-is-not-there", .malformed, singlePart("03 0B 01 45")),
    InvalidVector("D4-shape-that-is-not-there", .malformed, singlePart("01 C5")),
    InvalidVector("D4-shape-64-that-is-not-there", .malformed, singlePart("01 14 81")),
    InvalidVector(
      "D4-shape-in-a-kind-that-is-not-there", .malformed, singlePart("03 03 03 15 0B 05 61 45")),
    InvalidVector("D4-key-that-is-not-there", .malformed, singlePart("03 03 03 05 07 45")),
  ]

  private static func typeName(byteCount: Int) -> [UInt8] {
    var sink = ByteSink()
    sink.typeRow(named: String(repeating: "A", count: byteCount))
    let digits = sink.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return singlePart("03 " + digits + "45")
  }

  private static func refinementOfInt() -> [UInt8] {
    var file = MultiPartFile()
    file.part(.definitions, hex("03 03 03 45 05 61"))
    file.part(.definitions, hex("03 05 01 03"))
    file.block(hex("03 C0 00 01")) { $0.rowCount = 2 }
    file.index()
    file.endMark()
    return file.sink.bytes
  }

  private static let kinds = [
    InvalidVector(
      "K1-kind-nested-too-deep", .malformed, singlePart("01 16 16 16 16 16 16 16 16 05 01")),
    InvalidVector("K1-nullable-in-nullable", .malformed, singlePart("01 16 1F 1F 05 01")),
    InvalidVector("K1-nullable-any", .malformed, singlePart("01 16 1F 01 01")),
    InvalidVector("K1-nullable-key", .malformed, singlePart("01 18 1F 05 05 01")),
    InvalidVector("K1-null-as-an-element-kind", .malformed, singlePart("01 16 02 01")),
    InvalidVector("K2-reserved-code", .malformed, singlePart("01 20")),
    InvalidVector("K2-reserved-tag", .malformed, singlePart("01 3F")),
    InvalidVector("K2-any-as-a-tag", .malformed, singlePart("01 01 45")),
    InvalidVector("K3-int-not-in-its-short-form", .malformed, singlePart("01 05 0D")),
    InvalidVector("K3-string-not-in-its-short-form", .malformed, singlePart("01 0F 03 61")),
    InvalidVector(
      "K3-record-not-in-its-short-form", .malformed, singlePart("03 03 03 05 05 61 14 01 0D")),
    InvalidVector(
      "K3-record-of-shape-63-not-in-its-short-form", .malformed,
      singlePart("81 " + String(repeating: "03 01 ", count: 64) + "14 7F")),
    InvalidVector(
      "K3-body-of-an-object-not-in-its-short-form", .malformed,
      singlePart("05 19 03 41 0B 01 19 05 03 14 01")),
    InvalidVector("K4-decimal-with-a-leading-zero-byte", .malformed, singlePart("01 0D 01 05 00")),
    InvalidVector(
      "K4-decimal-of-17-bytes", .malformed,
      singlePart("01 0D 01 45 01 01 01 01 01 01 01 01 01 01 01 01 01 01 01 01 01")),
    InvalidVector("K4-not-a-number-with-an-exponent", .malformed, singlePart("01 0D 05 03")),
    InvalidVector("K4-number-text-that-is-none", .malformed, singlePart("01 0E 05 31 61")),
    InvalidVector("K4-url-without-parts", .malformed, singlePart("01 13 01")),
    InvalidVector("K4-extension-of-another-length", .malformed, singlePart("01 1D 09 03 65 45 45")),
    InvalidVector("K4-bool-of-2", .malformed, singlePart("03 19 03 41 19 1A 01 03 01 02")),
    InvalidVector(
      "K4-bool-of-2-in-an-optional-field", .malformed, singlePart("03 03 03 43 05 61 C0 01 02")),
    InvalidVector("K5-external-blob", .needsFeature, singlePart("01 1E 01")),
  ]

  private static let values = [
    InvalidVector(
      "R1-undetermined-field-with-a-value", .malformed, singlePart("03 03 03 40 05 61 C0 01")),
    InvalidVector(
      "R1-null-in-a-field-of-any", .malformed, singlePart("03 03 03 01 05 61 C0 02")),
    InvalidVector(
      "R1-absent-field-with-a-value", .malformed, singlePart("03 03 03 C5 05 61 C0 02 01")),
    InvalidVector("A1-irregular-empty-array", .malformed, singlePart("01 16 05 03")),
    InvalidVector(
      "A1-run-of-all-that-remain", .malformed, singlePart("01 16 05 0B 0F 05 03 61 03 62")),
    InvalidVector("A2-null-key", .malformed, singlePart("01 18 01 05 09 02 01")),
    InvalidVector("O1-reference-to-no-object", .malformed, singlePart("01 19 00 07")),
    InvalidVector("O1-object-of-undetermined-kind", .malformed, singlePart("01 19 00 01")),
    InvalidVector(
      "O1-object-inside-itself", .malformed,
      singlePart("05 19 03 41 0B 03 19 00 05 61 19 15 01 01 07")),
    InvalidVector("O2-object-without-a-class", .malformed, singlePart("03 03 01 19 15 01 01")),
    InvalidVector(
      "O2-object-of-a-type-that-is-no-class", .malformed,
      singlePart("05 11 41 0B 01 19 15 01 01")),
    InvalidVector(
      "O3-two-roots-with-one-name", .malformed, singlePart("01 03 45 03 45 01", flags: 4)),
    InvalidVector("O3-no-root", .malformed, singlePart("01 01", flags: 4)),
    InvalidVector("O3-ill-formed-root-name", .malformed, singlePart("01 05 FF 45 01", flags: 4)),
  ]
}
