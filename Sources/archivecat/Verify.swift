#if Tools
  import ArchiveInspection
  import ArgumentParser

  /// Checks everything about archives.
  struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Check everything: checksums, structure, every rule of the format.")

    @OptionGroup var files: FileOptions
    @OptionGroup var limits: LimitOptions
    @OptionGroup var dictionary: DictionaryOptions

    @Flag(help: "Report bytes that are not in canonical form, too.")
    var canonical = false

    @Flag(help: "Print one JSON object per file.")
    var json = false

    func run() throws {
      let dictionary = try dictionary.dictionary(limits)
      try FileLoop(files: files.files).forEach(limits) { file, bytes, output in
        let findings = InspectedFile(bytes, isTrusted: limits.trusted, dictionary: dictionary)
          .findings(requiresCanonicalForm: canonical)
        if json {
          output.write(try JSONReport.verification(file.name, findings))
          output.line("")
        } else {
          let title = TerminalText.escaped(file.title)
          if findings.isEmpty { output.line("\(title): ok") }
          for finding in findings {
            output.line("\(title): \(finding.sentence)")
          }
        }
        return findings.map { ExitStatus($0.code) }.max() ?? .good
      }
    }
  }
#endif
