#if Tools
  import ArchiveInspection
  import ArgumentParser

  /// The files of a command, one after the other.
  struct FileLoop {
    var files: [String]

    /// Calls `body` with the bytes of each file; a failure ends the work on that file only.
    ///
    /// Throws the highest exit status at the end.
    func forEach(
      _ limits: LimitOptions, _ kind: InputKind = .archive,
      _ body: (InputFile, [UInt8], inout StandardOutput) throws -> ExitStatus
    ) throws {
      try forEachFile { try body($0, $0.bytes(kind, limits), &$1) }
    }

    /// As ``forEach(_:_:_:)``, without reading the files.
    func forEachFile(_ body: (InputFile, inout StandardOutput) throws -> ExitStatus) throws {
      var output = StandardOutput()
      var status = ExitStatus.good
      for name in files {
        let file = InputFile(name: name)
        do {
          status = max(status, try body(file, &output))
        } catch {
          let failure = Failure(error)
          output.flush()
          StandardOutput.complain("\(TerminalText.escaped(file.title)): \(failure.message)")
          status = max(status, failure.status)
        }
      }
      do {
        try output.finish()
      } catch {
        StandardOutput.complain("standard output: \(error.message)")
        status = max(status, error.status)
      }
      if status != .good { throw ExitCode(status.rawValue) }
    }
  }
#endif
