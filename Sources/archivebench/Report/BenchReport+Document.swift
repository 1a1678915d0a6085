import Foundation

extension BenchReport {
  /// What other benchmarks say of themselves.
  struct Chapters {
    let parents: String
    let nib: String
    let records: String
  }

  /// Writes `BENCHMARKS.md`, with figures of forms and peers if there are any, and the plots that it shows
  /// into a folder.
  func write(
    to folder: URL, _ chapters: Chapters, forms: FormFigures?, peers: PeerFigures?
  ) throws {
    let plots = folder.appending(path: ".plots")
    try FileManager.default.createDirectory(at: plots, withIntermediateDirectories: true)
    for (name, plot) in self.plots {
      try plot.svg().write(to: plots.appending(path: name), atomically: true, encoding: .utf8)
    }
    try document(chapters, forms: forms, peers: peers).write(
      to: folder.appending(path: "BENCHMARKS.md"), atomically: true, encoding: .utf8)
  }

  private var plots: [(name: String, plot: BarPlot)] {
    guard let main = comparisons.first else { return [] }
    return [
      (
        "encode.svg",
        main.ratioPlot("Encoding: times faster than \(main.baseline)", \.encodeTimesFaster)
      ),
      (
        "decode.svg",
        main.ratioPlot("Decoding: times faster than \(main.baseline)", \.decodeTimesFaster)
      ),
      (
        "bytes.svg",
        main.withBytesOfTheirOwn.bytePlot(
          "Bytes as a share of JSON's; darker: after zlib at level 6")
      ),
    ]
  }

  private func document(
    _ chapters: Chapters, forms: FormFigures?, peers: PeerFigures?
  ) -> String {
    let sections = [
      "# Benchmarks",
      """
      `make bench` measures all of this again, in about ten minutes, and writes this page and its plots; only the
      coders of the last section are measured elsewhere, and the instructions of forms by `make forms`. The three JSON documents are read from `$CORPUS/json`;
      everything else is made by the benchmark itself.
      """,
      list(machine.lines),
      "## The workloads",
      list(results.map { "`\($0.name)`: \($0.subject)" }),
      Self.origins,
      "## How it is measured",
      "\(Self.method)\nShown are medians of \(rounds) rounds.",
      "## The coders",
      Self.coders,
    ]
    let text =
      sections + comparisons.flatMap(sections(of:))
      + [
        "## Graphs with parents", chapters.parents, "## Foundation's keyed archives", chapters.nib,
        "## Record stores", chapters.records, "## What holds it back", Self.floors,
      ]
      + (forms.map { [$0.chapter()] } ?? [])
      + (peers?.sections() ?? [])
    return text.joined(separator: "\n\n") + "\n"
  }

  private func sections(of comparison: Comparison) -> [String] {
    let isMain = comparison.baseline == comparisons.first?.baseline
    let plots = isMain ? ["encode", "decode", "bytes"].map { "![\($0)](.plots/\($0).svg)" } : []
    return ["## Beside \(comparison.baseline)", comparison.tables()] + plots
  }

  private func list(_ items: [String]) -> String {
    items.map { "- \($0)" }.joined(separator: "\n")
  }

  private static let origins = """
    `log`, `mesh`, `minecraft` and `mk48` are the data sets of
    [rust_serialization_benchmark](https://github.com/djkoloski/rust_serialization_benchmark), made by its generator from
    its seed, so that sizes can be compared with those published there. `twitter`, `citm` and `canada` are documents
    that JSON libraries are compared on. The types stand in `Sources/Workloads`.
    """

  private static let method = """
    Release build, one process, one thread, pinned to one core where `taskset` is there. Before a coder is measured,
    what it decodes is compared with the original; a coder that fails is named and not measured. All coders of a workload
    take turns in every round, encoding and decoding apart, so that what disturbs the machine disturbs all of
    them. Times are processor times of the thread. A sample lasts at least 20 ms: short work is repeated until it does.
    Every encoding and every decoding starts with a fresh coder. Hashing is seeded alike in each run. Trust the ratios
    rather than the times. Record stores are measured as their chapter says.
    """

  private static let coders = """
    - Foundation JSON: `JSONEncoder` and `JSONDecoder`, which the others are compared with.
    - Property list, binary: `PropertyListEncoder` and `PropertyListDecoder`.
    - swift-protobuf: code that its generator makes for messages with the same fields; converting values to messages
      and back is not measured.
    - KeyedArchives, Codable: `KeyedArchiver` and `KeyedUnarchiver` on types that are `Codable` and no more; the
      checksum is verified first, everything else while values are decoded.
    - KeyedArchives, generated: the same for types with the code that `@Archivable` writes, here kept beside them
      (`Sources/Workloads/*/*Archivable.swift`); the archives are the same, byte for byte.
    - Written by hand (the limit): code for these very types with numbers of fixed width, and no names or kinds in the
      bytes (`Sources/Workloads/FixedLayout`); it checks bounds and the same CRC-32 as an archive has. A second
      row leaves out the checksum.
    - Copying those bytes: what remains when there is nothing to encode.
    - NSKeyedArchiver: Foundation's archiver, with secure coding, on classes made for it, since neither JSON nor property
      lists keep the identity of an object.
    """
}
