#if Tools
  import ArchiveInspection
  import ArgumentParser

  /// What all commands take that read records which were written against a shape dictionary.
  struct DictionaryOptions: ParsableArguments {
    @Option(
      name: .customLong("dictionary"),
      help: ArgumentHelp(
        "The shape dictionary that records were written against: a file of its rows.",
        valueName: "file"),
      completion: .file())
    var file: String?

    /// The dictionary of the file, if one is named; complains and ends if it cannot be read.
    func dictionary(_ limits: LimitOptions) throws -> ShapeDictionary? {
      guard let file else { return nil }
      do {
        return try ShapeDictionary(
          rows: InputFile(name: file).bytes(.dictionaryRows, limits), limits: limits.limits)
      } catch {
        let failure = Failure(error)
        StandardOutput.complain("\(TerminalText.escaped(file)): \(failure.message)")
        throw ExitCode(failure.status.rawValue)
      }
    }
  }
#endif
