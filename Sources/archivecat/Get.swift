#if Tools
  import ArchiveInspection
  import ArgumentParser

  /// Prints one value.
  struct Get: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print one value.",
      discussion: """
        A path names keys and positions: users[3].name, or $.users[3]["odd key"]; $name is the root of \
        that name, $ the unnamed one. @2 in front means scope 2, and #4 object 4. All labels of a tree \
        are such steps. Texts and numbers are printed bare, everything else as a tree.
        """)

    @Argument(help: "The path of the value.")
    var path: String

    @Argument(help: "The archive; - is standard input.", completion: .file())
    var file: String

    @OptionGroup var limits: LimitOptions
    @OptionGroup var dictionary: DictionaryOptions

    @Flag(help: "Print long texts, data, arrays, sets and maps in full.")
    var full = false

    @Flag(help: "Print the value in the form of the value dump, as one line of JSON.")
    var json = false

    func run() throws {
      let path: ValuePath
      do {
        path = try ValuePath(parsing: self.path)
      } catch {
        throw ValidationError(TerminalText.escaped(sentence: error.message))
      }
      let dictionary = try dictionary.dictionary(limits)
      try FileLoop(files: [file]).forEach(limits) { _, bytes, output in
        let values = try InspectedFile(
          bytes, isTrusted: limits.trusted, dictionary: dictionary
        ).values()
        let value = try values.value(at: path)
        if json {
          output.write(try values.dump(value))
          output.line("")
        } else if let text = value.bareText {
          output.line(StandardOutput.isTerminal ? TerminalText.escaped(text) : text)
        } else {
          try values.printTree(
            of: value, label: path.description,
            .standardOutput(isFull: full)
          ) { output.line($0) }
        }
        return .good
      }
    }
  }
#endif
