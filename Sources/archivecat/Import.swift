#if Tools
  import ArchiveInspection
  import ArgumentParser

  /// Makes an archive of a JSON text.
  struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Make an archive of a JSON text.",
      discussion: """
        Objects become records with their keys in order; no number loses a digit. The text must be \
        RFC 8259 in UTF-8; one key twice in an object is an error.
        """)

    @Argument(help: "The JSON text; - is standard input.", completion: .file(extensions: ["json"]))
    var file: String

    @Option(
      name: .shortAndLong, help: "The archive to write; - is standard output.", completion: .file())
    var output: String

    @Option(help: ArgumentHelp("Compress with zlib, 1 (fast) to 9 (small).", valueName: "level"))
    var zlib: Int?

    @Option(help: "How to frame the archive.")
    var framing = Framing.auto

    @OptionGroup var limits: LimitOptions

    /// The framings by their names.
    enum Framing: String, ExpressibleByArgument, CaseIterable {
      case auto, single, multi
    }

    func validate() throws {
      if let zlib, !(1...9).contains(zlib) {
        throw ValidationError("A zlib level goes from 1 to 9, not \(zlib).")
      }
      if InputFile(name: file).isSame(as: output) {
        throw ValidationError("The archive would replace the JSON text it is made of.")
      }
    }

    func run() throws {
      try FileLoop(files: [file]).forEach(limits, .json) { _, bytes, standardOutput in
        let value = try ArchivedValue(json: bytes)
        let archive = try value.archived(as: layout)
        if output == "-" {
          guard !StandardOutput.isTerminal else {
            throw Failure(.usage, "an archive is not printed to a terminal; use --output FILE")
          }
          standardOutput.write(archive)
        } else {
          try OutputFile(path: output).writeNaming(archive)
        }
        return .good
      }
    }

    private var layout: ArchiveLayout {
      let packing = zlib.map { BlockPacking.zlib(level: $0) } ?? BlockPacking.none
      return switch framing {
      case .auto: ArchiveLayout(framing: .automatic, packing: packing)
      case .single: ArchiveLayout(framing: .singlePart, packing: packing)
      case .multi: ArchiveLayout(framing: .multiPart, packing: packing)
      }
    }
  }
#endif
