#if Tools
  import ArchiveInspection
  import ArgumentParser

  extension Nska {
    /// Writes an archive in another form.
    struct Convert: ParsableCommand {
      static let configuration = CommandConfiguration(
        abstract:
          "Write an NSKeyedArchiver file in another form, or as an archive of this package.",
        discussion: """
          The file is a binary or XML property list of NSKeyedArchiver, or an archive of this package. Objects, cycles, unknown classes and \
          the order of fields are kept: the file that comes back from an archive of this package has the same 'nska dump'. \
          Spec/foundation-archives.md says what becomes what. What a form cannot hold is refused with its path, and nothing is written.
          """)

      @Argument(help: "The file; - is standard input.", completion: .file())
      var file: String

      @Option(
        name: .shortAndLong, help: "The file to write; - is standard output.", completion: .file())
      var output: String

      @Option(
        help: """
          What to write: a binary or an XML property list, or an archive of this package (karc). Without it karc for property lists, \
          binary for archives of this package.
          """)
      var form: GraphConversion.Form?

      @OptionGroup var limits: LimitOptions
      @OptionGroup var dictionary: DictionaryOptions

      func validate() throws {
        if InputFile(name: file).isSame(as: output) {
          throw ValidationError("The new file would replace the one it is made of.")
        }
        if let rows = dictionary.file, InputFile(name: rows).isSame(as: output) {
          throw ValidationError("The new file would replace the dictionary of the archive.")
        }
      }

      func run() throws {
        let dictionary = try dictionary.dictionary(limits)
        try FileLoop(files: [file]).forEach(limits) { _, bytes, standardOutput in
          let form = form ?? (GraphConversion.isArchive(bytes) ? .binary : .karc)
          let converted: [UInt8]
          do throws(ArchiveError) {
            converted = try GraphConversion(isTrusted: limits.trusted)
              .converted(bytes, to: form, dictionary: dictionary)
          } catch {
            guard [.invalidValue, .duplicateKey].contains(error.code) else { throw error }
            throw Failure(.findings, error.sentence)
          }
          if output == "-" {
            guard form == .xml || !StandardOutput.isTerminal else {
              throw Failure(.usage, "bytes are not printed to a terminal; use --output FILE")
            }
            standardOutput.write(converted)
          } else {
            try OutputFile(path: output).writeNaming(converted)
          }
          return .good
        }
      }
    }
  }

  extension GraphConversion.Form: ExpressibleByArgument {}
#endif
