#if Tools
  import ArchiveInspection
  import ArgumentParser

  /// Lists the types in archives.
  struct Types: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the types in archives with the number of their values and their bytes.",
      discussion: """
        A type is among others if its values stand where values of other types stand too: in one property of a type, in \
        one array. To decode such a place, all of these types but the one that is asked for have to be on the \
        allow-list. Other classes have to be on it where a superclass of theirs is asked for.
        """)

    @OptionGroup var files: FileOptions
    @OptionGroup var limits: LimitOptions
    @OptionGroup var dictionary: DictionaryOptions

    @Flag(help: "Print one JSON object per file.")
    var json = false

    func run() throws {
      let dictionary = try dictionary.dictionary(limits)
      try FileLoop(files: files.files).forEach(limits) { file, bytes, output in
        let types = try InspectedFile(
          bytes, isTrusted: limits.trusted, dictionary: dictionary
        ).types()
        if json {
          output.write(try types.json(file.name))
          output.line("")
          return .good
        }
        if files.files.count > 1 { output.line("\(TerminalText.escaped(file.title)):") }
        types.print { output.line($0) }
        return .good
      }
    }
  }
#endif
