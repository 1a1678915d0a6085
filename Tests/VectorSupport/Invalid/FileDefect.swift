import ArchiveFormat

/// A file that breaks a rule of its framing.
struct FileDefect {
  let vector: InvalidVector

  /// A multi-part archive that is changed, before or after it is framed; `place` finds where the error is.
  init(
    _ name: String, _ code: ArchiveError.Code = .malformed, of image: MultiPartImage,
    changing change: (inout MultiPartImage) -> Void = { _ in },
    bytes changeBytes: (inout [UInt8], [MultiPartImage.Place]) -> Void = { _, _ in },
    limits: [String] = [], verified: Bool = false,
    at place: ([MultiPartImage.Place]) -> ArchivePlace
  ) {
    var image = image
    change(&image)
    let framed = image.framed
    var bytes = framed.bytes
    changeBytes(&bytes, framed.places)
    vector = InvalidVector(
      name: name, code: code, place: place(framed.places), bytes: bytes,
      limits: limits.compactMap(VectorLimit.init), isFoundByVerificationOnly: verified)
  }

  /// Other bytes.
  init(
    _ name: String, _ code: ArchiveError.Code, _ bytes: [UInt8], at place: ArchivePlace,
    limits: [String] = []
  ) {
    vector = InvalidVector(
      name: name, code: code, place: place, bytes: bytes,
      limits: limits.compactMap(VectorLimit.init))
  }

  static var vectors: [InvalidVector] {
    [
      singleParts, packedSingleParts, headers, partHeaders, partTypes, streams, details, states,
      indices, endMarks, endings, limits,
    ].joined().map(\.vector)
  }
}

extension MultiPartImage {
  /// One block with one unnamed root that is the int 5, index and end mark.
  static var small: MultiPartImage {
    MultiPartImage([
      PartImage(.block(HexText("03 45 01").bytes, isLast: true)), PartImage(.index),
      PartImage(.endMark),
    ])
  }

  /// A part of every type: definitions, a block, one that may be skipped, index and end mark.
  static func full(isPacked: Bool = false) -> MultiPartImage {
    MultiPartImage([
      PartImage(
        .definitions(HexText("03 03 03 05 05 61").bytes, rowCount: 1), isPacked: isPacked),
      PartImage(.block(HexText("03 C0 0D 01").bytes, isLast: true), isPacked: isPacked),
      PartImage(.other(Array("a note".utf8))), PartImage(.index, isPacked: isPacked),
      PartImage(.endMark),
    ])
  }

  /// What the parts of `full` are called.
  static let partNames = ["definitions", "block", "skipped", "index", "end-mark"]

  /// An array of three ints, the second of which begins a block.
  static var twoBlocks: MultiPartImage {
    var second = PartImage(.block(HexText("09 0D 01").bytes, isLast: true))
    second.state = (0, HexText("05 00 01 02 05 01 00 05").bytes)
    return MultiPartImage([
      PartImage(.block(HexText("03 16 05 0D 05").bytes, isLast: false)), second, PartImage(.index),
      PartImage(.endMark),
    ])
  }
}
