#if Tools
  import ArchiveInspection
  import ArgumentParser

  /// Prints one line about each archive.
  struct Info: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print one line about each archive: framing, counts, sizes, checksums.")

    @OptionGroup var files: FileOptions
    @OptionGroup var limits: LimitOptions
    @OptionGroup var dictionary: DictionaryOptions

    @Flag(help: "Print one JSON object per file.")
    var json = false

    func run() throws {
      let dictionary = try dictionary.dictionary(limits)
      try FileLoop(files: files.files).forEach(limits) { file, bytes, output in
        let summary = try InspectedFile(
          bytes, isTrusted: limits.trusted, dictionary: dictionary
        ).summary()
        if json {
          output.write(try summary.json(file.name))
          output.line("")
        } else {
          output.line("\(TerminalText.escaped(file.title)): \(summary)")
        }
        return .good
      }
    }
  }
#endif
