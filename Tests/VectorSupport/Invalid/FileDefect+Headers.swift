import ArchiveCompression
import ArchiveFormat

func checksum(of bytes: [UInt8]) -> UInt32 { Checksum.crc32(0, bytes[...]) }

/// Headers of files and parts.
extension FileDefect {
  static var headers: [FileDefect] {
    let whole = MultiPartImage.small.framed.bytes
    let rest = whole.dropFirst(8)
    let damages: [(String, [UInt8])] = [
      ("M0-text-damage", [0x0A, 0x1A, 0x0A]), ("M0-text-damage-to-cr", [0x0D, 0x1A, 0x0D]),
      ("M0-text-damage-to-cr-lf", [0x0D, 0x0D, 0x0A, 0x1A, 0x0D, 0x0A]),
      ("M0-text-damage-of-single-line-feeds", [0x0D, 0x0A, 0x1A, 0x0D, 0x0A]),
    ]
    let cut = [1, 5, 7, 8, 16, 23].map { count in
      FileDefect(
        "M0-header-of-\(count)-bytes", .truncated, Array(whole.prefix(count)), at: .file(0))
    }
    return cut
      + damages.map { name, endings in
        FileDefect(name, .textDamage, whole.prefix(4) + endings + rest, at: .file(4))
      } + [
        FileDefect(
          "M0-other-name", .notAnArchive, [0xA5, 0x4B, 0x41, 0x53] + whole.dropFirst(4),
          at: .file(0)),
        FileDefect(
          "M0-other-endings", .notAnArchive, whole.prefix(4) + [0x0A, 0x0D, 0x1A, 0x0A] + rest,
          at: .file(0)),
        FileDefect("M0-other-first-byte", .notAnArchive, [0x5A] + whole.dropFirst(), at: .file(0)),
        FileDefect("M0-other-byte-alone", .notAnArchive, [0xA5, 0x00], at: .file(0)),
        header("M0-read-version-0", .malformed, 8, 0),
        header("M0-write-version-0", .malformed, 9, 0),
        header("M0-read-version-2", .needsFeature, 8, 2),
        FileDefect(
          "V7-read-version-2-and-write-version-0", .needsFeature, of: .small,
          changing: { $0.changeHeader = { ($0[8], $0[9], $0[12]) = (2, 0, 1) } },
          at: { _ in .file(8) }),
        FileDefect(
          "V7-write-version-0-and-a-feature", .needsFeature, of: .small,
          changing: { $0.changeHeader = { ($0[9], $0[12]) = (0, 1) } }, at: { _ in .file(12) }),
        header("M0-read-version-255", .needsFeature, 8, 255),
        header("V6-draft-1-of-a-file", .needsFeature, 10, 0),
        header("V6-draft-3-of-a-file", .needsFeature, 10, 2),
        header("V6-draft-32770-of-a-file", .needsFeature, 11, 0x80, at: 10),
        header("M0-unassigned-required-feature", .needsFeature, 12, 1),
        header("M0-required-feature-of-foreign-rows", .needsFeature, 12, 2),
        header("M0-required-feature-of-metadata", .needsFeature, 12, 4),
        header("M0-required-feature-of-signatures", .needsFeature, 12, 8),
        header("M0-required-feature-of-blobs", .needsFeature, 12, 16),
        header("M0-unknown-required-feature", .needsFeature, 14, 0x10, at: 12),
        header("M0-last-required-feature", .needsFeature, 15, 0x80, at: 12),
        FileDefect(
          "M1-file-header-checksum", .checksumMismatch, of: .small,
          changing: { $0.flipsHeaderChecksum = true }, at: { _ in .file(20) }),
        FileDefect(
          "M1-file-header-changed", .checksumMismatch, of: .small,
          bytes: { bytes, _ in bytes[16] ^= 1 },
          at: { _ in .file(20) }),
      ]
  }

  private static func header(
    _ name: String, _ code: ArchiveError.Code, _ index: Int, _ value: UInt8, at place: Int? = nil
  ) -> FileDefect {
    FileDefect(
      name, code, of: .small, changing: { $0.changeHeader = { $0[index] = value } },
      at: { _ in .file(place ?? index) })
  }

  /// What every part's header has, for every type of part.
  static var partHeaders: [FileDefect] {
    MultiPartImage.partNames.enumerated().flatMap { index, part in
      func defect(
        _ name: String, _ code: ArchiveError.Code, at offset: Int,
        _ change: @escaping (inout PartImage) -> Void = { _ in },
        bytes: @escaping (inout [UInt8], MultiPartImage.Place) -> Void = { _, _ in }
      ) -> FileDefect {
        FileDefect(
          name.replacing("PART", with: part), code, of: .full(),
          changing: { change(&$0.parts[index]) }, bytes: { bytes(&$0, $1[index]) },
          at: { .file($0[index].header + offset) })
      }
      return [
        defect(
          "M1-checksum-of-a-header.PART", .checksumMismatch, at: 20,
          { $0.flipsHeaderChecksum = true }),
        defect(
          "M1-header-changed.PART", .checksumMismatch, at: 20, bytes: { $0[$1.header + 15] ^= 1 }),
        defect("M1-type-changed.PART", .checksumMismatch, at: 20, bytes: { $0[$1.header] ^= 0x20 }),
        defect(
          "M1-checksum-of-stored-bytes.PART", .checksumMismatch, at: 16,
          { $0.changeFields = { $0.storedChecksum ^= 1 << 31 } }),
        defect(
          "M1-stored-bytes-changed.PART", .checksumMismatch, at: 16, bytes: { $0[$1.stored] ^= 1 }),
        defect(
          "M7-stored-bytes-past-the-end.PART", .truncated, at: 4,
          { $0.changeFields = { $0.storedByteCount += 1_000 } }),
        defect(
          "M7-stored-bytes-beyond-all-files.PART", .truncated, at: 4,
          { $0.changeFields = { $0.storedByteCount = 1 << 62 } }),
        defect(
          "M7-detail-past-the-end.PART", .truncated, at: 2,
          { $0.changeFields = { $0.detailByteCount = .max } }),
        defect(
          "M7-cut-in-a-header.PART", .truncated, at: 0,
          bytes: { $0.removeLast($0.count - $1.header - 23) }),
        defect(
          "M7-cut-in-stored-bytes.PART", .truncated, at: 4,
          bytes: { $0.removeLast($0.count - $1.stored - 1) }),
      ]
        // A part that may be skipped is skipped whatever its flags.
        + (part == "skipped" || part == "index"
          ? []
          : [
            defect(
              "M0-reserved-flag-\(4 + index % 3).PART", .needsFeature, at: 1,
              { $0.changeFields = { $0.flags |= 16 << (index % 3) } }),
            defect(
              "M0-codec-\(2 + index).PART", .needsFeature, at: 1,
              { $0.changeFields = { $0.flags = $0.flags & ~7 | UInt8(2 + index) } }),
            defect(
              "M0-codec-7.PART", .needsFeature, at: 1, { $0.changeFields = { $0.flags |= 7 } }),
            defect(
              "M0-reserved-flag-7.PART", .needsFeature, at: 1,
              { $0.changeFields = { $0.flags |= 0x80 } }),
          ])
        + (part == "skipped"
          ? []
          : [
            defect(
              "M0-two-byte-counts-differ.PART", .malformed, at: 12,
              { $0.changeFields = { $0.rawByteCount += 1 } })
          ])
        + (part == "block" || part == "skipped"
          ? []
          : [
            defect("M0-detail-of-none.PART", .malformed, at: 2, { $0.detail = [1] }),
            defect(
              "M3-last-block-flag.PART", .malformed, at: 1, { $0.changeFields = { $0.flags |= 8 } }),
          ])
    }
  }

  static var partTypes: [FileDefect] {
    let noLetters: [UInt8] = [0x00, 0x31, 0x40, 0x5B, 0x60, 0x7B, 0xC4]
    return noLetters.map { type("M0-part-of-no-letter-\($0)", .malformed, $0) }
      + [
        type("M0-metadata-part", .needsFeature, 0x4D),
        type("M0-signature-part", .needsFeature, 0x47),
        type("M0-blobs-part", .needsFeature, 0x58), type("M0-unknown-part", .needsFeature, 0x41),
        type("M0-index-that-must-be-understood", .needsFeature, 0x49),
      ]
  }

  private static func type(_ name: String, _ code: ArchiveError.Code, _ type: UInt8) -> FileDefect {
    FileDefect(
      name, code, of: .full(), changing: { $0.parts[2].type = type },
      at: { .file($0[2].header) })
  }

  /// Rule M2.
  static var streams: [FileDefect] {
    [("definitions", 0), ("block", 1), ("index", 3)].flatMap { part, index in
      streamDefects.map { name, change, rawByteCount in
        FileDefect(
          "M2-\(name).\(part)", of: .full(isPacked: true),
          changing: {
            $0.parts[index].changeStored = change
            $0.parts[index].changeFields = { fields in
              fields.rawByteCount = UInt32(Int(fields.rawByteCount) + (rawByteCount ?? 0))
            }
          }, at: { .file($0[index].stored) })
      }
    } + [
      FileDefect(
        "M2-packed-end-mark", of: .small, changing: { $0.parts[2].isPacked = true },
        at: { .file($0[2].header + 1) })
    ]
  }
}
