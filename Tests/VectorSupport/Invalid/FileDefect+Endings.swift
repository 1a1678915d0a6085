import ArchiveFormat

/// Rules M4 to M7, and the limits of files.
extension FileDefect {
  /// A change of the index, and the first byte that is not as it must be.
  private static func index(
    _ name: String, at offset: Int, isPacked: Bool = false,
    _ change: @escaping (inout [UInt8]) -> Void
  ) -> FileDefect {
    FileDefect(
      name, of: .full(isPacked: isPacked), changing: { $0.parts[3].changeRaw = change },
      at: { $0[3].raw(offset) })
  }

  /// The index is: previous index, count, file offset (2 bytes), raw bytes, detail bytes, detail (6).
  static var indices: [FileDefect] {
    [
      index("M4-index", at: 2) { $0[2] ^= 4 },
      index("M4-previous-index", at: 0) { $0[0] = 0x03 },
      index("M4-block-count", at: 1) { $0[1] = 0x05 },
      index("M4-no-blocks", at: 1) { $0 = [1, 1] },
      index("M4-raw-byte-count", at: 3) { $0[3] ^= 2 },
      index("M4-detail-byte-count", at: 4) { $0[4] ^= 2 },
      index("M4-scope-in-a-detail", at: 5) { $0[5] ^= 2 },
      index("M4-start-in-a-detail", at: 10) { $0[10] ^= 1 },
      index("M4-byte-behind-the-blocks", at: 11) { $0.append(1) },
      index("M4-cut-in-a-detail", at: 8) { $0.removeLast(3) },
      index("M4-empty-index", at: 0) { $0 = [] },
      index("M4-packed-index", at: 2, isPacked: true) { $0[2] ^= 4 },
      index("M4-block-count-of-a-packed-index", at: 1, isPacked: true) { $0[1] = 0x01 },
      index("M4-byte-behind-the-blocks-of-a-packed-index", at: 11, isPacked: true) { $0.append(0) },
      FileDefect(
        "M4-second-index-lists-again", of: .full(),
        changing: {
          $0.parts.insert(PartImage(.index), at: 4)
          $0.parts[4].changeRaw = { $0[1] = 0x03 }
        }, at: { $0[4].raw(1) }),
    ]
  }

  private static func endMark(
    _ name: String, _ code: ArchiveError.Code = .malformed, at offset: Int,
    _ change: @escaping (inout [UInt8]) -> Void
  ) -> FileDefect {
    FileDefect(
      name, code, of: .full(), changing: { $0.parts[4].changeRaw = change },
      at: { .file($0[4].stored + offset) })
  }

  static var endMarks: [FileDefect] {
    [
      endMark("M5-index-offset", at: 0) { $0[0] ^= 1 },
      endMark("M5-no-index-offset", at: 0) { $0[0] = 0 },
      endMark("M5-own-offset", at: 8) { $0[8] ^= 1 },
      endMark("M5-scope-count", at: 16) { $0[16] = 2 },
      endMark("M5-no-scopes", at: 16) { $0[16] = 0 },
      endMark("M5-root-count", at: 24) { $0[24] = 2 },
      endMark("M5-no-roots", at: 24) { $0[24] = 0 },
      endMark("M5-chain", .checksumMismatch, at: 32) { $0[32] ^= 1 },
      endMark("M5-reserved-field", .needsFeature, at: 36) { $0[36] = 1 },
      endMark("M5-last-reserved-byte", .needsFeature, at: 36) { $0[39] = 0x80 },
      endMark("M5-index-offset-beyond-all-offsets", at: 0) { $0[7] = 0x80 },
      endMark("M5-own-offset-beyond-all-offsets", at: 8) { $0[15] = 0xFF },
      endMark("M5-scope-count-beyond-all-counts", at: 16) { $0[23] = 0x80 },
      endMark("M5-root-count-beyond-all-counts", at: 24) { $0[31] = 0x80 },
      length("M5-end-mark-of-39-bytes") { $0.removeLast() },
      length("M5-end-mark-of-41-bytes") { $0.append(0) },
      length("M5-end-mark-of-no-bytes") { $0 = [] },
      FileDefect(
        "M5-part-removed", .checksumMismatch, of: .full(),
        bytes: { $0.removeSubrange($1[2].header..<$1[3].header) },
        at: { .file($0[4].stored - 30 + 32) }),
      FileDefect(
        "M5-root-count-of-an-earlier-end-mark", of: .grown,
        changing: { $0.parts[2].changeRaw = { $0[24] = 2 } }, verified: true,
        at: { .file($0[2].stored + 24) }),
      FileDefect(
        "M5-root-count-of-the-last-end-mark", of: .grown,
        changing: { $0.parts[5].changeRaw = { $0[24] = 1 } }, verified: true,
        at: { .file($0[5].stored + 24) }),
      FileDefect(
        "M5-scope-count-of-the-last-end-mark", of: .grown,
        changing: { $0.parts[5].changeRaw = { $0[16] = 1 } }, at: { .file($0[5].stored + 16) }),
      FileDefect(
        "M5-index-of-an-earlier-end-mark", of: .grown,
        changing: { $0.parts[5].changeRaw = { $0[0] ^= 8 } }, at: { .file($0[5].stored) }),
    ]
  }

  private static func length(
    _ name: String, _ change: @escaping (inout [UInt8]) -> Void
  ) -> FileDefect {
    FileDefect(
      name, of: .full(), changing: { $0.parts[4].changeRaw = change },
      at: { .file($0[4].header + 4) })
  }

  static var endings: [FileDefect] {
    let whole = MultiPartImage.small.framed
    let last = whole.places[2].header
    return [
      FileDefect(
        "M6-end-mark-inside-a-scope", of: .small,
        changing: { $0.parts[0].content = .block(HexText("03 45 01").bytes, isLast: false) },
        at: { .file($0[2].header) }),
      FileDefect(
        "M6-second-end-mark-inside-a-scope", of: .grown,
        changing: { $0.parts[3].content = .block(HexText("03 46 01").bytes, isLast: false) },
        at: { .file($0[5].header) }),
      FileDefect(
        "M6-end-mark-before-the-first-block", of: MultiPartImage([PartImage(.endMark)]),
        at: { .file($0[0].header) }),
      FileDefect(
        "M6-end-mark-behind-definitions", of: .small,
        changing: {
          $0.parts.insert(PartImage(.definitions([0x03, 0x11, 0x41], rowCount: 1)), at: 1)
        },
        at: { .file($0[3].header) }),
      FileDefect(
        "M6-end-mark-behind-definitions-without-rows", of: .small,
        changing: { $0.parts.insert(PartImage(.definitions([0x01], rowCount: 0)), at: 2) },
        at: { .file($0[3].header) }),
      FileDefect("M7-no-end-mark", .truncated, Array(whole.bytes.prefix(last)), at: .file(last)),
      FileDefect(
        "M7-torn-end-mark", .truncated, Array(whole.bytes.dropLast()), at: .file(last + 4)),
      FileDefect("M7-header-alone", .truncated, Array(whole.bytes.prefix(24)), at: .file(24)),
      FileDefect(
        "M7-byte-behind-the-end-mark", .truncated, whole.bytes + [0x42],
        at: .file(whole.bytes.count)),
      FileDefect(
        "M7-part-behind-the-end-mark", .truncated, of: .grown,
        changing: { $0.parts.removeLast() },
        at: { .file($0[4].stored + 12) }),
      FileDefect(
        "M7-torn-second-end-mark", .truncated, of: .grown,
        bytes: { bytes, _ in bytes.removeLast(7) },
        at: { .file($0[5].header + 4) }),
      FileDefect(
        "V2-block-that-ends-early", .truncated, of: .twoBlocks,
        changing: { $0.parts[1].content = .block([0x09, 0x0A], isLast: true) },
        at: { .file($0[1].stored + 1) }),
      FileDefect(
        "V2-empty-last-block", .truncated, of: .twoBlocks,
        changing: {
          $0.parts[0].content = .block(HexText("03 16 05 05 05").bytes, isLast: false)
          $0.parts[1].content = .block([], isLast: true)
        },
        at: { .file($0[1].stored) }),
      FileDefect(
        "S2-bytes-after-the-definitions", of: .full(),
        changing: { $0.parts[0].changeRaw = { $0.append(0x01) } }, at: { $0[0].raw(6) }),
      FileDefect(
        "S2-bytes-after-packed-definitions", of: .full(isPacked: true),
        changing: { $0.parts[0].changeRaw = { $0.append(0x01) } }, at: { $0[0].raw(6) }),
      FileDefect(
        "M10-definitions-inside-a-scope", of: .twoBlocks,
        changing: {
          $0.parts.insert(PartImage(.definitions([0x03, 0x11, 0x41], rowCount: 1)), at: 1)
        },
        at: { .file($0[1].header) }),
      FileDefect(
        "M10-no-rows-inside-a-scope", of: .twoBlocks,
        changing: { $0.parts.insert(PartImage(.definitions([0x01], rowCount: 0)), at: 1) },
        at: { .file($0[1].header) }),
      FileDefect(
        "D4-shape-of-a-later-part", of: .before("03 03 01", "03 C0 01"), verified: true,
        at: { $0[0].raw(1) }),
      FileDefect(
        "D4-shape-of-a-kind-of-a-later-part", of: .before("03 03 01", "03 16 15 01 01 01"),
        verified: true,
        at: { $0[0].raw(3) }),
      FileDefect(
        "D4-type-of-a-later-part", of: .before("03 11 41", "03 1A 01 05 03 01"), verified: true,
        at: { $0[0].raw(2) }),
      FileDefect(
        "D4-extension-of-a-later-part", of: .before("03 39 21 65 2E 65", "03 1D 05 01 45 01"),
        verified: true,
        at: { $0[0].raw(3) }),
      FileDefect(
        "D3-extension-of-an-earlier-part", of: .definedTwice("39 21 65 2E 65", "39 21 65 2E 65"),
        at: { $0[1].raw(1) }),
      FileDefect(
        "D1-type-of-an-earlier-part", of: .definedTwice("11 41", "11 41"), at: { $0[1].raw(1) }),
      FileDefect(
        "D2-key-of-an-earlier-part-in-full", of: .definedTwice("03 03 05 05 61", "03 03 05 05 61"),
        at: { $0[1].raw(4) }),
    ]
  }

  static var limits: [FileDefect] {
    [
      FileDefect(
        "limit-block-bytes", .limitExceeded, of: .small, limits: ["blockBytes=2"],
        at: { .file($0[0].header + 12) }),
      FileDefect(
        "limit-packed-block-bytes", .limitExceeded, of: .full(isPacked: true),
        changing: { $0.parts[1].changeFields = { $0.rawByteCount = 16 << 20 | 1 } },
        at: { .file($0[1].header + 12) }),
      FileDefect(
        "limit-ratio-of-a-block", .limitExceeded, of: .full(isPacked: true),
        changing: { $0.parts[1].changeFields = { $0.rawByteCount = 2 << 20 } },
        at: { .file($0[1].stored) }),
      FileDefect(
        "limit-ratio-of-definitions", .limitExceeded, of: .full(isPacked: true),
        changing: { $0.parts[0].changeFields = { $0.rawByteCount = 2 << 20 } },
        at: { .file($0[0].stored) }),
      FileDefect(
        "limit-inflated-definitions", .limitExceeded, of: .full(isPacked: true),
        changing: { $0.parts[0].changeFields = { $0.rawByteCount = .max } },
        at: { .file($0[0].stored) }),
      FileDefect(
        "limit-inflated-parts-together", .limitExceeded, of: .full(isPacked: true),
        limits: ["inflatedBytes=9"], at: { .file($0[1].stored) }),
      FileDefect(
        "limit-rows-of-two-parts", .limitExceeded, of: .definedTwice("11 41", "11 42"),
        limits: ["rows=1"],
        at: { $0[1].raw(0) }),
    ]
  }
}

extension MultiPartImage {
  /// A file that grew: two scopes, each with an index and an end mark.
  fileprivate static var grown: MultiPartImage {
    MultiPartImage([
      PartImage(.block(HexText("03 45 01").bytes, isLast: true)), PartImage(.index),
      PartImage(.endMark), PartImage(.block(HexText("03 46 01").bytes, isLast: true)),
      PartImage(.index), PartImage(.endMark),
    ])
  }

  /// Two parts with a row each, then a block.
  fileprivate static func definedTwice(_ first: String, _ second: String) -> MultiPartImage {
    let rows = [first, second].map {
      PartImage(.definitions([0x03] + HexText($0).bytes, rowCount: 1))
    }
    return MultiPartImage(
      rows + [
        PartImage(.block(HexText("03 45 01").bytes, isLast: true)), PartImage(.index),
        PartImage(.endMark),
      ])
  }

  /// A scope, then definitions, then another scope of the same bytes.
  fileprivate static func before(_ definitions: String, _ scope: String) -> MultiPartImage {
    let block = PartImage(.block(HexText(scope).bytes, isLast: true))
    return MultiPartImage([
      block, PartImage(.definitions(HexText(definitions).bytes, rowCount: 1)), block,
      PartImage(.index), PartImage(.endMark),
    ])
  }
}
