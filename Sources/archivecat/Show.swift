#if Tools
  import ArchiveInspection
  import ArgumentParser

  /// Prints the values of archives.
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print the values of archives as a tree (the default).",
      discussion: """
        Archives of this package, archives that Apple's NSKeyedArchiver wrote, and property lists are told apart by their \
        first bytes, whatever their names are.
        """)

    @OptionGroup var files: FileOptions
    @OptionGroup var limits: LimitOptions
    @OptionGroup var dictionary: DictionaryOptions

    @Flag(help: "Print long texts, data, arrays, sets and maps in full.")
    var full = false

    @Flag(help: "Print the value dump: everything, as one line of JSON per file.")
    var json = false

    func run() throws {
      let dictionary = try dictionary.dictionary(limits)
      try FileLoop(files: files.files).forEach(limits) { file, bytes, output in
        let values = try InspectedFile(
          bytes, isTrusted: limits.trusted, dictionary: dictionary
        ).values()
        if json {
          output.write(try values.dump())
          output.line("")
          return .good
        }
        if files.files.count > 1 { output.line("\(TerminalText.escaped(file.title)):") }
        try values.printTree(.standardOutput(isFull: full)) { output.line($0) }
        return .good
      }
    }
  }

  extension ValueTree.Style {
    /// The style for standard output.
    static func standardOutput(isFull: Bool) -> ValueTree.Style {
      var style = isFull ? ValueTree.Style.full : ValueTree.Style()
      style.isColoured = StandardOutput.isColoured
      return style
    }
  }
#endif
