#if Tools
  import ArchiveInspection
  import ArgumentParser
  import RecordLog

  /// Looks into a record log.
  struct Store: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show what is in a record log (*.krec): its entities, records or commits.",
      discussion: """
        Without an option, the entities with their attributes are shown, what the bytes of the file are, and how it \
        ends. Live are the entries that still count: the last schema of each entity, and the last put of each record \
        that is there. Dead are the others. What is in no commit is a torn tail, or damage.

        The file is read only, without a lock; others may write it meanwhile. A torn tail is what a crash left \
        behind, or what is just being written. What stands in front of damage is shown; with --salvage also what \
        is whole behind it, which need not be a state that the store ever had.
        """)

    @Argument(help: "The record log; - is standard input.", completion: .file(extensions: ["krec"]))
    var file: String

    @Option(
      help: ArgumentHelp(
        "Print the records of an entity, each as one JSON object in a line.", valueName: "entity"))
    var records: String?

    @Option(help: "With --records: print the record with this key only; of a blob, its Base64.")
    var key: String?

    @Flag(help: "Print the commits, each in a line.")
    var log = false

    @Flag(help: "Check everything: frames, entries, schemas, values.")
    var verify = false

    @Flag(help: "Go on behind damage.")
    var salvage = false

    @Flag(help: "With --log: print all entries of each commit.")
    var full = false

    @OptionGroup var limits: LimitOptions

    func validate() throws {
      guard [records != nil, log, verify].count(where: { $0 }) <= 1 else {
        throw ValidationError("Of --records, --log and --verify only one can be asked for.")
      }
      guard key == nil || records != nil else {
        throw ValidationError("A key belongs to an entity: --records names it.")
      }
      guard !full || log else { throw ValidationError("--full belongs to --log.") }
      guard !salvage || !verify else {
        throw ValidationError("--verify looks behind damage by itself.")
      }
    }

    func run() throws {
      try FileLoop(files: [file]).forEachFile { file, output in
        let log = try file.log(limits)
        if verify { return try printFindings(of: log, file.title, &output) }
        if self.log { return try printLog(log, file.title, &output) }
        let store = try StoreInspector(log, isSalvaged: salvage)
        guard let records else {
          let report = StoreReport(store, title: file.title)
          report.print { output.line($0) }
          return max(ending(store.ending), store.findings.isEmpty ? .good : .malformed)
        }
        try print(records, of: store, file.title, &output)
        return ending(store.ending)
      }
    }

    /// Where damage was shown, it is no surprise any more; but what is printed is not all.
    private func ending(_ ending: LogEnding) -> ExitStatus {
      if case .damaged = ending { .malformed } else { .good }
    }

    private func printFindings(
      of log: any LogFile, _ title: String, _ output: inout StandardOutput
    ) throws -> ExitStatus {
      let verification = try StoreVerification(of: log)
      let title = TerminalText.escaped(title)
      if verification.findings.isEmpty { output.line("\(title): ok") }
      for finding in verification.findings {
        output.line("\(title): \(TerminalText.escaped(sentence: finding.description))")
      }
      return verification.findings.map { ExitStatus($0.code) }.max() ?? .good
    }

    private func printLog(
      _ file: any LogFile, _ title: String, _ output: inout StandardOutput
    ) throws -> ExitStatus {
      var log = try StoreLog(file, isSalvaged: salvage)
      var gapCount = 0
      var status = ExitStatus.good
      var text = CommitText(maximumEntryCount: full ? .max : 8)
      while let commit = try log.next() {
        for gap in log.missing.dropFirst(gapCount) { output.line(CommitText.missing(gap)) }
        gapCount = log.missing.count
        let line = text.line(commit)
        if line.isMalformed { status = .malformed }
        output.line(line.text)
      }
      let ending = log.ending ?? .complete
      output.line(CommitText.ending(ending, behind: log.byteOffset))
      return max(status, self.ending(ending))
    }

    private func print(
      _ name: String, of store: StoreInspector, _ title: String, _ output: inout StandardOutput
    ) throws {
      let entity = try store.entity(named: name)
      var keys = entity.keys
      if let key {
        guard let found = entity.key(key) else {
          throw Failure(
            .findings, "there is no record \(TerminalText.escaped(key)) of this entity")
        }
        keys = [found]
      }
      var failure: Failure?
      func complain(_ text: String, _ status: ExitStatus) {
        output.flush()
        StandardOutput.complain("\(TerminalText.escaped(title)): \(text)")
        failure = Failure(
          max(status, failure?.status ?? .good), "not everything is printed as what it is")
      }
      let shapes = store.shapeDictionary(limits: limits.limits) { complain($0, .malformed) }
      for key in keys {
        do throws(LogError) {
          guard let record = try store.record(key, of: entity) else { continue }
          let line = store.json(record, of: entity, shapes: shapes, limits: limits.limits) {
            complain(
              "record \(key.text), attribute \(TerminalText.escaped($0)) is printed as Base64: \($1)",
              ExitStatus($1.code))
          }
          output.write(line)
          output.line("")
        } catch {
          complain("record \(key.text): \(Failure(error).message)", ExitStatus(error.code))
        }
      }
      if let ending = store.ending.finding {
        output.flush()
        StandardOutput.complain("\(TerminalText.escaped(title)): \(ending)")
      }
      if let failure { throw failure }
    }
  }
#endif
