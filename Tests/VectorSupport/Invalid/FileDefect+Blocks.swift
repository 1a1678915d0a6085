import ArchiveFormat

/// Rules M3, M8 and M9: details and states of blocks.
extension FileDefect {
  /// A change of the first or second of two blocks, and how far behind the beginning of its detail the error is.
  private static func detail(
    _ name: String, _ code: ArchiveError.Code = .malformed, block: Int = 0, at offset: Int,
    verified: Bool = false, _ change: @escaping (inout PartImage.Detail) -> Void
  ) -> FileDefect {
    FileDefect(
      name, code, of: .twoBlocks, changing: { $0.parts[block].changeDetail = change },
      verified: verified,
      at: { .file($0[block].detail + offset) })
  }

  static var details: [FileDefect] {
    [
      detail("M3-scope", at: 0) { $0.scope = 1 },
      detail("M3-ordinal", at: 1) { $0.ordinal = 1 },
      detail("M3-raw-offset", at: 2) { $0.rawOffset = 1 },
      detail("M3-row-count", at: 3) { $0.rowCount = 1 },
      detail("M3-next-object-without-state", at: 4) { $0.nextObject = 1 },
      detail("M3-first-block-that-goes-on", at: 5) { $0.start = 1 },
      detail("M3-first-block-with-a-state", at: 5) { ($0.start, $0.rest) = (2, [5, 0, 1]) },
      detail("M3-start-of-3", at: 5) { $0.start = 3 },
      detail("M3-start-of-255", at: 5) { $0.start = 255 },
      detail("M3-bytes-behind-a-detail", at: 6) { $0.rest = [1] },
      detail("M3-scope-of-a-second-block", block: 1, at: 0) { $0.scope = 1 },
      detail("M3-ordinal-of-a-second-block", block: 1, at: 1) { $0.ordinal = 2 },
      detail("M3-ordinal-again", block: 1, at: 1) { $0.ordinal = 0 },
      detail("M3-raw-offset-of-a-second-block", block: 1, at: 2) { $0.rawOffset = 4 },
      detail("M3-raw-offset-again", block: 1, at: 2) { $0.rawOffset = 0 },
      detail("M3-row-count-of-a-second-block", block: 1, at: 3) { $0.rowCount = 2 },
      detail("M3-scope-that-begins-again", block: 1, at: 5) { ($0.start, $0.rest) = (0, []) },
      detail("M3-next-object-of-a-continuation", block: 1, at: 4) {
        ($0.nextObject, $0.start, $0.rest) = (2, 1, [])
      },
      detail("M3-bytes-behind-a-continuation", block: 1, at: 6) { ($0.start, $0.rest) = (1, [5]) },
      detail("M3-next-object-of-a-state", block: 1, at: 4, verified: true) { $0.nextObject = 1 },
      cutDetail(0), cutDetail(1), cutDetail(2), cutDetail(3), cutDetail(4), cutDetail(5),
      FileDefect(
        "M3-scope-again", of: .small,
        changing: {
          $0.parts.insert($0.parts[0], at: 1)
          $0.parts[1].changeDetail = { $0.scope = 0 }
        }, at: { .file($0[1].detail) }),
      FileDefect(
        "M3-row-count-without-the-rows-before", of: .full(),
        changing: { $0.parts[1].changeDetail = { $0.rowCount = 0 } },
        at: { .file($0[1].detail + 3) }),
      FileDefect(
        "M3-block-behind-the-last", of: .twoBlocks,
        changing: {
          $0.parts[0].content = .block(HexText("03 45 01").bytes, isLast: true)
          $0.parts[1].changeDetail = { ($0.scope, $0.ordinal, $0.rawOffset) = (0, 1, 5) }
        }, at: { .file($0[1].detail) }),
    ]
  }

  /// A first block's detail of fewer bytes than its six.
  private static func cutDetail(_ count: Int) -> FileDefect {
    FileDefect(
      "M3-detail-of-\(count)-bytes", .truncated,
      MultiPartImage.small.withDetail(Array(HexText("01 01 01 01 01 00").bytes.prefix(count))),
      at: .file(24 + PartHeader.byteCount + count))
  }

  /// Rules M8 and M9: the state of the second of two blocks.
  static var states: [FileDefect] {
    statesOfInts.map { state($0.0, $0.1, $0.2, of: .twoBlocks, block: 1) }
      + statesOfRecords.map { state($0.0, $0.1, $0.2, of: .blocksOfARecord, block: 2) }
      + statesInsideElements
  }

  private static func state(
    _ name: String, _ code: ArchiveError.Code, _ text: String, of image: MultiPartImage, block: Int
  ) -> FileDefect {
    let state = HexText(text)
    return FileDefect(
      name, code, of: image, changing: { $0.parts[block].state = (0, state.bytes) }, verified: true,
      at: { .file($0[block].detail + 6 + (state.mark ?? 0)) })
  }

  /// Rule M9: blocks that begin inside of an element, whose states say that one begins there.
  private static var statesInsideElements: [FileDefect] {
    let maps = "^05 00 01 02 05 01 00 18 05 05"
    return [
      state(
        "M9-behind-the-header-of-a-map", .malformed, maps,
        of: .twoBlocks("03 16 18 05 05 0D 09", "05 05 09 05 05 09 05 05 01"), block: 1),
      state(
        "M9-behind-the-keys-of-a-map", .malformed, maps,
        of: .twoBlocks("03 16 18 05 05 0D 09 05", "05 09 05 05 09 05 05 01"), block: 1),
      state(
        "M9-behind-a-label", .malformed, "^05 00 01 02 05 01 00 1A 01 05",
        of: .twoBlocks("03 16 1A 01 05 11 05", "07 09 0B 01", definitions: "03 11 41"), block: 2),
    ]
  }

  private static let statesOfInts: [(String, ArchiveError.Code, String)] = [
    ("M8-state-in-keys", .malformed, "05 00 01 ^02 05 01 02 05"),
    ("M8-state-without-elements", .malformed, "05 00 01 ^03 01"),
    ("M8-state-of-no-shape", .malformed, "07 00 01 ^01 01 03 02 05 01 00 05"),
    ("M8-state-with-more", .malformed, "05 00 01 02 05 01 00 05 ^00"),
    ("M8-state-of-nothing", .truncated, "^"),
    ("M8-state-of-depth-0", .malformed, "^01"),
    ("M8-state-of-the-root-alone", .malformed, "^03 00 01"),
    ("M8-state-deeper-than-its-bytes", .truncated, "FD ^00 01 02 05 01 00 05"),
    ("M8-state-without-a-root", .malformed, "05 ^02 05 01 00 05 02"),
    ("M8-state-with-two-roots", .malformed, "07 00 01 ^00 01 02 05 01 00 05"),
    ("M8-frame-of-4", .malformed, "05 00 01 ^04 01 01 01"),
    ("M8-frame-of-255", .malformed, "05 00 01 ^FF 05 01 00 05"),
    ("M8-role-4", .malformed, "05 00 01 ^02 05 01 04 05"),
    ("M8-role-255", .malformed, "05 00 01 ^02 05 01 FF 05"),
    ("M8-elements-of-undetermined-kind", .malformed, "05 00 01 ^02 05 01 00 00"),
    ("M8-elements-of-bool", .malformed, "05 00 01 ^02 05 01 00 03"),
    ("M8-elements-of-nullable", .malformed, "05 00 01 02 05 01 00 ^1F 05"),
    ("M8-elements-of-null", .malformed, "05 00 01 02 05 01 00 ^02"),
    ("M8-elements-of-a-reserved-kind", .needsFeature, "05 00 01 02 05 01 00 ^20"),
    ("M8-elements-of-no-shape", .malformed, "05 00 01 02 05 01 00 15 ^01"),
    ("M8-elements-of-no-type", .malformed, "05 00 01 02 05 01 00 1A ^01 05"),
    ("M8-elements-none-left", .malformed, "05 00 01 ^02 01 05 00 05"),
    ("M8-object-as-the-last-frame", .malformed, "07 00 01 02 05 01 00 05 ^03 01"),
    ("M8-frames-past-the-end", .truncated, "05 ^00"),
    ("M8-root-cut", .truncated, "05 00 ^02"),
    ("M8-frame-missing", .truncated, "07 00 01 02 05 01 00 05^"),
    ("M8-left-missing", .truncated, "05 00 01 02^"),
    ("M8-left-after-missing", .truncated, "05 00 01 02 05^"),
    ("M8-role-missing", .truncated, "05 00 01 02 05 01^"),
    ("M8-kind-missing", .truncated, "05 00 01 02 05 01 00^"),
    ("M8-object-missing", .truncated, "05 00 01 03^"),
    ("M8-left-not-shortest", .malformed, "05 00 01 02 ^0A 00 01 00 05"),
    ("M9-one-more-left", .malformed, "^05 00 01 02 07 01 00 05"),
    ("M9-one-less-left", .malformed, "^05 00 01 02 03 01 00 05"),
    ("M9-more-after-the-run", .malformed, "^05 00 01 02 05 03 00 05"),
    ("M9-left-after-the-run", .malformed, "^05 00 01 02 03 03 00 05"),
    ("M9-elements-of-a-set", .malformed, "^05 00 01 02 05 01 01 05"),
    ("M9-values-of-a-map", .malformed, "^05 00 01 02 05 01 03 05"),
    ("M9-elements-of-another-kind", .malformed, "^05 00 01 02 05 01 00 06"),
    ("M9-elements-of-any-kind", .malformed, "^05 00 01 02 05 01 00 01"),
    ("M9-another-root", .malformed, "^05 00 03 02 05 01 00 05"),
    ("M9-an-object-around", .malformed, "^07 00 01 03 01 02 05 01 00 05"),
    ("M9-an-array-around", .malformed, "^07 00 01 02 01 01 00 01 02 05 01 00 05"),
    ("M9-an-array-inside", .malformed, "^07 00 01 02 05 01 00 05 02 05 01 00 05"),
  ]

  private static let statesOfRecords: [(String, ArchiveError.Code, String)] = [
    ("M8-record-of-another-shape", .malformed, "07 00 01 ^01 03 03 00 02 05 01 00 05"),
    ("M8-next-field-0", .malformed, "07 00 01 ^01 01 01 00 02 05 01 00 05"),
    ("M8-next-field-behind-the-last", .malformed, "07 00 01 ^01 01 07 01 02 05 01 00 05"),
    ("M8-state-bits-with-padding", .malformed, "07 00 01 01 01 03 ^02 02 05 01 00 05"),
    ("M8-record-as-the-last-frame", .malformed, "05 00 01 ^01 01 03 00"),
    ("M8-state-bits-missing", .truncated, "05 00 01 01 01 03^"),
    ("M8-next-field-missing", .truncated, "05 00 01 01 01^"),
    ("M9-a-later-field", .malformed, "^07 00 01 01 01 05 00 02 05 01 00 05"),
    ("M9-other-state-bits", .malformed, "^07 00 01 01 01 03 01 02 05 01 00 05"),
    ("M9-no-record-around", .malformed, "^05 00 01 02 05 01 00 05"),
    ("M9-a-record-too-many", .malformed, "^09 00 01 01 01 03 00 01 01 03 00 02 05 01 00 05"),
    ("M9-record-one-less-left", .malformed, "^07 00 01 01 01 03 00 02 03 01 00 05"),
  ]
}

extension MultiPartImage {
  /// A scope of two blocks, the second with a state.
  fileprivate static func twoBlocks(
    _ first: String, _ second: String, definitions: String? = nil
  ) -> MultiPartImage {
    let parts = definitions.map {
      [PartImage(.definitions(HexText($0).bytes, rowCount: 1))]
    }
    return MultiPartImage(
      (parts ?? []) + [
        PartImage(.block(HexText(first).bytes, isLast: false)),
        PartImage(.block(HexText(second).bytes, isLast: true)), PartImage(.index),
        PartImage(.endMark),
      ])
  }

  /// A record whose first field is an array of three ints, the second of which begins a block, and whose second
  /// field is not there.
  fileprivate static var blocksOfARecord: MultiPartImage {
    var second = PartImage(.block(HexText("05 07 01").bytes, isLast: true))
    second.state = (0, HexText("07 00 01 01 01 03 00 02 05 01 00 05").bytes)
    return MultiPartImage([
      PartImage(.definitions(HexText("03 03 05 16 05 05 61 45 05 62").bytes, rowCount: 1)),
      PartImage(.block(HexText("03 C0 00 0D 03").bytes, isLast: false)), second,
      PartImage(.index), PartImage(.endMark),
    ])
  }

  /// The file with other bytes as the detail of its first part.
  fileprivate func withDetail(_ detail: [UInt8]) -> [UInt8] {
    var image = self
    image.parts[0].content = .other(HexText("03 45 01").bytes)
    image.parts[0].type = 0x42
    image.parts[0].detail = detail
    image.parts[0].changeFields = { $0.flags = PartHeader.lastBlockFlag }
    return image.framed.bytes
  }
}
