#if Tools
  import ArchiveInspection
  import ArgumentParser

  /// Writes an archive as JSON.
  struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Write an archive as JSON.",
      discussion: """
        An archive with one unnamed root becomes its value, any other an object with the roots by \
        name. What JSON lacks is an error, or with --lossy what comes nearest: null for numbers that \
        are not finite, Base64 for data, ISO 8601 for dates, strings for UUIDs and URLs, arrays for \
        sets, the body for objects, {"$ref": number} for references, pairs for odd keys.
        """)

    @Argument(help: "The archive; - is standard input.", completion: .file())
    var file: String

    @Option(
      name: .shortAndLong, help: "The JSON text to write, in place of standard output.",
      completion: .file(extensions: ["json"]))
    var output: String?

    @Flag(help: "Write what comes nearest where JSON lacks a value.")
    var lossy = false

    @OptionGroup var limits: LimitOptions
    @OptionGroup var dictionary: DictionaryOptions

    func validate() throws {
      if let output, InputFile(name: file).isSame(as: output) {
        throw ValidationError("The JSON text would replace the archive it is made of.")
      }
      if let output, let rows = dictionary.file, InputFile(name: rows).isSame(as: output) {
        throw ValidationError("The JSON text would replace the dictionary of the archive.")
      }
    }

    func run() throws {
      let dictionary = try dictionary.dictionary(limits)
      try FileLoop(files: [file]).forEach(limits) { _, bytes, standardOutput in
        let values = try InspectedFile(
          bytes, isTrusted: limits.trusted, dictionary: dictionary
        ).values()
        if let output, output != "-" {
          try OutputFile(path: output).writeNaming { write throws(Failure) in
            try export(values, isEscapedForTerminal: false, to: write)
          }
        } else {
          var copy = standardOutput
          defer { standardOutput = copy }
          try export(values, isEscapedForTerminal: StandardOutput.isTerminal) { copy.write($0) }
        }
        return .good
      }
    }

    /// Hands over the JSON text; of a file that is trusted piece by piece, whatever its length.
    private func export(
      _ values: DocumentInspector, isEscapedForTerminal: Bool, to write: @escaping ([UInt8]) -> Void
    ) throws(Failure) {
      let fidelity = lossy ? JSONFidelity.lossy : .exact
      do throws(ArchiveError) {
        if limits.trusted {
          try values.writeJSON(fidelity, isEscapedForTerminal: isEscapedForTerminal, to: write)
        } else {
          write(try values.json(fidelity, isEscapedForTerminal: isEscapedForTerminal))
        }
      } catch {
        guard error.code == .invalidValue else { throw Failure(error) }
        let hint = lossy ? "" : "; --lossy writes what comes nearest"
        throw Failure(.findings, TerminalText.escaped(sentence: error.description) + hint)
      }
      write([UInt8(ascii: "\n")])
    }
  }
#endif
