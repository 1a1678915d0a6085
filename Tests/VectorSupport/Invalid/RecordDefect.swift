import ArchiveFormat

/// A record against a shape dictionary, or a dictionary, that breaks a rule (H1 to H3, and those of definitions).
struct RecordDefect {
  let vector: InvalidVector

  /// A record against the first rows of a dictionary, read with that one or another.
  ///
  /// - Parameter content: With its definitions; the mark is where the error is, if it is not at the checksum.
  private init(
    _ name: String, _ code: ArchiveError.Code, _ content: String, against rows: VectorDictionary,
    _ count: Int, with dictionary: VectorDictionary?, flags: UInt8 = 0,
    changing change: (inout [UInt8]) -> Void = { _ in }, at place: ArchivePlace? = nil
  ) {
    let text = HexText(content)
    var image = SinglePartImage(text.bytes, flags: flags | 1)
    image.dictionary = (rows, count)
    var bytes = image.framed.bytes
    change(&bytes)
    vector = InvalidVector(
      name: name, code: code,
      place: place ?? text.mark.map { image.place($0) } ?? .file(bytes.count - 4), bytes: bytes,
      dictionary: dictionary)
  }

  /// A dictionary whose rows break a rule.
  private init(_ defect: ContentDefect) {
    let dictionary = VectorDictionary.of(defect)
    vector = InvalidVector(
      name: defect.name + ".dictionary", code: defect.code, place: .rows(defect.mark - 1),
      bytes: dictionary.record(1, "01 45"), dictionary: dictionary, limits: defect.limits)
  }

  static var vectors: [InvalidVector] {
    (records + ContentDefect.ofDictionaries.map(RecordDefect.init)).map(\.vector) + [limit]
  }

  private static let content = "01 C3 02 00 03 78"

  private static var records: [RecordDefect] {
    let small = SinglePartImage(HexText("01 45 46").bytes).framed.bytes
    return [
      RecordDefect(
        "H1-no-dictionary", .needsDictionary, content, against: .grown, 6, with: nil, at: .file(0)),
      RecordDefect(
        "H1-changed-rows", .wrongDictionary, content, against: .grown, 6, with: .flipped),
      RecordDefect("H1-too-few-rows", .wrongDictionary, content, against: .grown, 6, with: .grown3),
      RecordDefect("H1-other-rows", .wrongDictionary, content, against: .grown, 6, with: .many),
      RecordDefect("H1-no-rows", .wrongDictionary, content, against: .grown, 6, with: .empty),
      RecordDefect(
        "V6-record-of-draft-4", .needsFeature, content, against: .grown, 6, with: .grown,
        // As a seed would, that differs in each byte by 2.
        changing: { bytes in
          let whole = checksum(of: Array(bytes.dropLast(4)))
          let changed = bytes.prefix(4).map { $0 ^ 2 } + bytes.dropFirst(4).dropLast(4)
          let difference = whole ^ checksum(of: changed)
          for index in 0..<4 {
            bytes[bytes.count - 4 + index] ^= UInt8(
              truncatingIfNeeded: difference >> UInt32(8 * index))
          }
        }),
      RecordDefect(
        "H1-changed-record", .wrongDictionary, content, against: .grown, 6, with: .grown,
        changing: { $0[$0.count - 5] ^= 1 }),
      RecordDefect(
        "H1-changed-checksum", .wrongDictionary, content, against: .grown, 6, with: .grown,
        changing: { $0[$0.count - 1] ^= 1 }),
      RecordDefect(
        "H1-changed-prefix", .wrongDictionary, content, against: .grown, 6, with: .grown,
        changing: { $0[1] = 5 }),
      RecordDefect(
        "H1-prefix-of-a-later-row", .wrongDictionary, content, against: .grown, 6, with: .grown,
        changing: { $0[1] = 7 }),
      RecordDefect(
        "H1-prefix-of-256-rows-less", .wrongDictionary, "01 45", against: .many, 44, with: .many,
        changing: { $0[1] = 43 }),
      RecordDefect(
        "H1-self-contained-made-a-record", .wrongDictionary, "", against: .empty, 0, with: .grown,
        changing: { $0 = [small[0] | 1] + small.dropFirst() }, at: .file(small.count - 4)),
      RecordDefect(
        "H1-cut-record", .truncated, "", against: .grown, 6, with: .grown,
        changing: { $0 = [$0[0], 6, 1, 2] },
        at: .file(0)),
      RecordDefect(
        "H2-own-definitions", .malformed, "^03 11 56 45", against: .grown, 6, with: .grown),
      RecordDefect(
        "H2-own-definitions-in-a-stream", .malformed, "^03 11 56 45", against: .grown, 6,
        with: .grown, flags: 2),
      RecordDefect(
        "H2-no-definitions", .truncated, "^", against: .grown, 6, with: .grown, flags: 2),
      RecordDefect(
        "H2-shape-of-a-later-row", .malformed, "01 ^C1 00", against: .grown, 2, with: .grown),
      RecordDefect(
        "H2-type-of-a-later-row", .malformed, "01 1A ^03 05 05", against: .grown, 2, with: .grown),
      RecordDefect(
        "R1-value-of-a-field-that-a-later-row-determines", .malformed, "01 C0 ^01 0D 01",
        against: .grown, 2,
        with: .grown),
      RecordDefect(
        "H2-shape-of-a-later-row-in-a-kind", .malformed, "01 16 15 ^07 01", against: .grown, 4,
        with: .grown),
      RecordDefect(
        "H3-rows-that-name-a-later-one", .malformed, "01 C0 00", against: .forward, 1,
        with: .forward, at: .file(1)),
      RecordDefect(
        "H3-shape-that-is-not-there", .malformed, content, against: .grown, 6, with: .incomplete,
        at: .rows(3)),
      RecordDefect(
        "D3-extension-name-in-a-dictionary", .malformed, content, against: .grown, 6,
        with: .malformed,
        at: .rows(5)),
      RecordDefect(
        "D1-type-twice-in-a-dictionary", .malformed, content, against: .grown, 6, with: .twice,
        at: .rows(2)),
      RecordDefect(
        "S2-bytes-after-a-record", .malformed, "01 45 ^45", against: .grown, 6, with: .grown),
      RecordDefect(
        "S2-bytes-after-roots-of-a-record", .malformed, "01 03 45 01 ^45", against: .grown, 6,
        with: .grown, flags: 4),
      RecordDefect(
        "R1-absent-field-of-a-record", .malformed, "01 C3 ^04 05 03 78", against: .grown, 6,
        with: .grown),
      RecordDefect(
        "O3-no-root-in-a-record", .malformed, "01 ^01", against: .grown, 6, with: .grown, flags: 4),
    ]
  }

  /// A dictionary of more rows than the limit.
  private static var limit: InvalidVector {
    InvalidVector(
      name: "limit-rows.dictionary", code: .limitExceeded, place: .rows(2),
      bytes: VectorDictionary.grown.record(6, content), dictionary: .grown,
      limits: ["rows=1"].compactMap(VectorLimit.init))
  }
}

extension ContentDefect {
  private static let namesOfDictionaries: Set = [
    "V1-head-of-a-row-not-shortest", "V1-key-not-shortest", "V3-type-name", "V3-key-of-a-shape",
    "V5-type-name-past-the-end", "V5-fields-past-the-end", "V5-arguments-past-the-end",
    "D1-empty-type-name-with-flags", "D1-control-character-in-a-type-name", "D1-class-twice",
    "D1-version-0", "D1-no-arguments", "D1-reserved-flag", "D2-key-twice-in-a-shape",
    "D2-key-in-full-twice", "D2-required-field-undetermined", "D3-extension-name-of-one-label",
    "D3-extension-twice", "D6-row-of-kind-2", "D5-derived-shape-without-changes",
    "D5-derived-shape-that-changes-no-field",
    "D4-type-that-is-not-there", "D4-superclass-of-itself", "D4-base-that-is-not-there",
    "D4-key-that-is-not-there", "D4-shape-in-a-kind-that-is-not-there",
    "D4-type-in-a-kind-that-is-not-there", "K1-null-as-a-field-kind", "K2-reserved-field-kind",
    "K5-external-blob-as-a-field", "limit-fields", "limit-key-bytes",
  ]

  /// Those of definitions that rows of a dictionary have as well.
  static var ofDictionaries: [ContentDefect] {
    [primitives, definitions, kinds, limits].joined().filter {
      namesOfDictionaries.contains($0.name)
    }
  }
}

extension VectorDictionary {
  /// The rows of content that breaks a rule.
  static func of(_ defect: ContentDefect) -> VectorDictionary {
    VectorDictionary(
      name: defect.name, comment: "rows that break a rule",
      rows: Array(defect.definitions.dropFirst()))
  }

  /// Those that break a rule.
  static let damaged = ContentDefect.ofDictionaries.map(of)
}
