#if Tools
  import ArchiveInspection
  import ArgumentParser

  /// Commands for archives that Apple's `NSKeyedArchiver` wrote.
  struct Nska: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show and convert archives that Apple's NSKeyedArchiver wrote.",
      subcommands: [Dump.self, Convert.self])

    /// Prints the objects of archives.
    struct Dump: ParsableCommand {
      static let configuration = CommandConfiguration(
        abstract: "Print the objects of NSKeyedArchiver files, a line of JSON for each.",
        discussion: """
          Files are binary or XML property lists. Cycles, unknown classes and the order of fields are kept, and no code of a file's \
          classes runs. A file that breaks its format prints nothing. Spec/foundation-archives.md describes the lines.
          """)

      @OptionGroup var files: FileOptions
      @OptionGroup var limits: LimitOptions

      @Flag(
        help:
          "Print each object with its class and its fields; the same for binary and XML files. So without an option."
      )
      var canonical = false

      @Flag(help: "Print the values of the objects of Foundation's classes alone.")
      var values = false

      func validate() throws {
        guard !(canonical && values) else {
          throw ValidationError("'--canonical' and '--values' are two dumps: ask for one.")
        }
      }

      func run() throws {
        try FileLoop(files: files.files).forEach(limits, .propertyList) { _, bytes, output in
          output.write(
            values
              ? try GraphReport.values(bytes, isTrusted: limits.trusted)
              : try GraphReport.canonical(bytes, isTrusted: limits.trusted))
          return .good
        }
      }
    }
  }
#endif
