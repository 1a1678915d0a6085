extension CanonicalVector {
  /// Framings that are allowed, and that this writer does not make.
  static var otherWriters: [CanonicalVector] {
    var stated = SinglePartImage(HexText("01 45").bytes, flags: 8)
    stated.versions = HexText("03 05 01 01").bytes
    var optional = SinglePartImage(HexText("01 45").bytes, flags: 8)
    optional.versions = HexText("03 03 01 0B").bytes
    let packed = SinglePartImage(HexText("01 45").bytes, flags: 2)
    return [
      other("write-version-2", "a single part whose writer knew version 2", stated.framed.bytes),
      other(
        "stored-stream", "a zlib stream that is longer than what it inflates to",
        packed.framed.bytes),
      other("write-version-9", "a file whose writer knew version 9", .small) {
        $0.changeHeader = { $0[9] = 9 }
      },
      other("optional-features", "a file with optional features that nobody knows", .small) {
        $0.changeHeader = { ($0[16], $0[19]) = (5, 0x80) }
      },
      other(
        "optional-features-of-a-single-part",
        "a single part with optional features that nobody knows",
        optional.framed.bytes),
      other("skipped-part", "a part that may be skipped", .full()),
      other("skipped-part-with-a-detail", "a part that may be skipped, with a detail", .full()) {
        $0.parts[2].detail = [1, 2, 3]
      },
      other(
        "skipped-part-of-a-stream", "a packed part that may be skipped: nobody inflates it", .full()
      ) {
        $0.parts[2].isPacked = true
        $0.parts[2].changeStored = { $0 = [0xFF] }
      },
      other(
        "skipped-part-with-all-flags", "a part that may be skipped, whatever its flags", .full()
      ) {
        $0.parts[2].changeFields = { $0.flags = 0xFF }
      },
      other(
        "skipped-part-of-another-packing",
        "a part that may be skipped, packed in a way that nobody knows", .full()
      ) {
        $0.parts[2].changeFields = { ($0.flags, $0.rawByteCount) = (4, 77) }
      },
      other("index-of-another-packing", "an index with a flag that nobody knows", .full()) {
        $0.parts[3].changeFields = { ($0.flags, $0.rawByteCount) = (0x10, 9_999) }
      },
      other("index-of-another-codec", "an index packed in a way that nobody knows", .full()) {
        $0.parts[3].changeFields = { ($0.flags, $0.rawByteCount) = (7, 9_999) }
      },
      other("skipped-part-without-bytes", "an empty part that may be skipped", .full()) {
        $0.parts[2].content = .other([])
      },
      other(
        "skipped-part-inside-a-scope", "a part that may be skipped between two blocks", .twoBlocks
      ) {
        $0.parts.insert(PartImage(.other([0x2A])), at: 1)
      },
      other("no-index", "an end mark without an index before it", .small) {
        $0.parts.remove(at: 1)
      },
      other("empty-index", "a second index, which lists no blocks", .small) {
        $0.parts.insert(PartImage(.index), at: 2)
      },
      other("packed-parts", "definitions, block and index packed", .full(isPacked: true)),
      other("definitions-without-rows", "an empty definitions part", .small) {
        $0.parts.insert(PartImage(.definitions([0x01], rowCount: 0)), at: 0)
      },
      other("block-without-bytes", "a block of no bytes between two others", .twoBlocks) {
        $0.parts.insert(PartImage(.block([], isLast: false)), at: 1)
      },
      other("block-cut-in-a-value", "a value that goes on in the next block", .twoBlocks) {
        $0.parts[0].content = .block(HexText("03 16").bytes, isLast: false)
        $0.parts[1].content = .block(HexText("05 0D 05 09 0D 01").bytes, isLast: true)
        $0.parts[1].state = nil
      },
      other("scope-behind-an-end-mark", "a file that grew by a scope", .small) {
        $0.parts += MultiPartImage.small.parts
      },
      other(
        "set-of-two-shapes", "members that differ in their keys alone",
        single("05 03 03 05 05 61 03 03 05 05 62 17 01 09 C0 05 C1 05")),
      other(
        "set-of-two-types", "members that differ in their type alone",
        single("05 11 41 11 42 17 01 09 1A 01 05 05 1A 03 05 05")),
      other(
        "set-of-two-extensions", "members that differ in their name alone",
        single("05 39 21 65 2E 65 39 21 66 2E 66 17 01 09 1D 05 01 45 1D 05 03 45")),
      other(
        "set-of-0-and-minus-0", "floats that differ in their bits alone",
        single("01 17 0B 09 00 00 00 00 00 00 00 80")),
      other(
        "set-of-two-kinds", "integers that differ in their kind alone",
        single("01 17 01 09 41 07 01")),
      other(
        "set-of-a-null-field-and-none", "a field that is null, and one that is not there",
        single("03 03 05 05 05 61 C5 05 62 17 14 09 01 00 05 01 01 05")),
      other(
        "set-of-two-maps", "maps of the same keys and values, in other pairs",
        single("01 17 18 05 05 09 11 03 05 07 09 11 03 05 09 07")),
      other(
        "record-of-null-or-absent", "fields that are null, absent, and there",
        single("03 03 07 C0 05 61 C0 05 62 C5 05 63 C0 31 05")),
      other("three-scopes", "three scopes and one end mark", .small) {
        $0.parts.insert(contentsOf: [$0.parts[0], $0.parts[0]], at: 0)
      },
    ]
  }

  /// The bytes of a single part with this content.
  private static func single(_ content: String) -> [UInt8] {
    SinglePartImage(HexText(content).bytes, flags: 0).framed.bytes
  }

  private static func other(
    _ name: String, _ comment: String, _ image: MultiPartImage,
    changing change: (inout MultiPartImage) -> Void = { _ in }
  ) -> CanonicalVector {
    var image = image
    change(&image)
    return other(name, comment, image.framed.bytes)
  }

  private static func other(_ name: String, _ comment: String, _ bytes: [UInt8]) -> CanonicalVector
  {
    CanonicalVector(name, comment, bytes, isOfThisWriter: false)
  }
}
