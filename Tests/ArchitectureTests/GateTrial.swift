#if os(Linux)
  import Foundation

  /// `.ci/run` in a folder of its own, with programs in place of its commands that print what they are told to.
  struct GateTrial: ~Copyable {
    private let folder = FileManager.default.temporaryDirectory
      .appending(path: "gate-" + UUID().uuidString, directoryHint: .isDirectory)

    init() throws {
      let programs = GateStep.all.map { String($0.call.prefix { $0 != " " }) }
      for name in ["answers", "bin", ".ci", ".build-all/logs"] {
        try FileManager.default.createDirectory(
          at: folder.appending(path: name), withIntermediateDirectories: true)
      }
      for program in Set(programs) {
        try write(
          Self.standIn, to: (program == "make" ? "bin/" : ".ci/") + program, permissions: 0o755)
      }
      try write(Checkout.text(".ci/README.md"), to: ".ci/README.md")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Variables of a caller that reach no step: settings of a step, and those that change what shells, git, Python and tar do.
    static let settings = [
      "LONG", "DIFFERENTIAL", "JUDGE", "STATES", "SEED", "REGENERATE_VECTORS", "WRITE_DRAFT",
      "FUZZ_SEEDS", "MAKEFLAGS",
      "PLANTED_FAULT", "FUZZ_BROKEN", "CDPATH", "GLOBIGNORE", "SHELLOPTS", "BASHOPTS",
      "POSIXLY_CORRECT", "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_LITERAL_PATHSPECS",
      "GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS", "GIT_COMMON_DIR",
      "GIT_ATTR_SOURCE", "TAR_OPTIONS", "TMOUT", "EXECIGNORE", "BASH_COMPAT", "PYTHONPATH",
      "PYTHONHOME", "PYTHONOPTIMIZE", "PYTHONUSERBASE", "PYTHONPYCACHEPREFIX", "PYTHONSAFEPATH",
      ".SHELLFLAGS",
    ]

    /// Prints the file of answers that is named after the call, and ends with the status in the file beside it. A call that no step makes
    /// fails.
    private static let standIn = """
      #!/bin/sh
      cd "$(dirname "$0")/.."
      call="$(basename "$0") $*"
      number=$(grep -nxF "${call% }" answers/calls | cut -d : -f 1)
      if [ "${call% }" = 'make test-all' ]; then cp answers/endings .build-all/logs/tests.log; fi
      cat "answers/$number"
      if tr '\\0' '\\n' </proc/$$/environ | grep -E '^(\(settings.joined(separator: "|")))='; then
        echo 'The step was given these variables.'
        exit 1
      fi
      if [ "${PYTHONNOUSERSITE:-}" != 1 ]; then
        echo 'Python would run a module of the caller.'
        exit 1
      fi
      exit "$(cat "answers/status-$number")"
      """

    /// How `.ci/run` ends.
    ///
    /// - Parameters:
    ///   - arguments: The arguments of the script.
    ///   - edit: What to change in the script.
    ///   - withholding: Lines that no command prints.
    ///   - adding: Lines that the command of a step prints too, by the step's name.
    ///   - failing: The name of the step whose command fails after it has printed all of its results.
    ///   - endings: How many runs of tests tell of their ends.
    ///   - environment: Variables of the caller.
    ///   - shell: The program that is given the script; nil to run the script itself.
    func run(
      arguments: [String] = [], withholding: Set<String> = [], adding: [String: String] = [:],
      failing: String? = nil, endings: Int = 4, environment: [String: String] = [:],
      shell: String? = nil, options: [String] = [], edit: (String) -> String = { $0 }
    ) throws -> (passed: Bool, output: String) {
      try write(edit(Checkout.text(".ci/run")), to: ".ci/run", permissions: 0o755)
      try write(
        GateStep.all.map { $0.call + "\n" }.joined(), to: "answers/calls")
      try write(
        String(repeating: "Test run with 5 tests\n", count: endings), to: "answers/endings")
      for (number, step) in GateStep.all.enumerated() {
        let lines =
          step.answers.filter { !withholding.contains($0) } + [adding[step.name]].compactMap(\.self)
        try write(lines.map { $0 + "\n" }.joined(), to: "answers/\(number + 1)")
        try write(step.name == failing ? "1" : "0", to: "answers/status-\(number + 1)")
      }
      let process = Process()
      let script = folder.appending(path: ".ci/run")
      process.executableURL = shell.map { URL(filePath: $0) } ?? script
      process.arguments =
        options + (shell == nil ? [] : [script.path(percentEncoded: false)]) + arguments
      var variables = ProcessInfo.processInfo.environment
      for name in variables.keys where name.hasPrefix("BASH_") || name == "SCRATCH" {
        variables[name] = nil
      }
      let path = folder.appending(path: "bin").path(percentEncoded: false)
      variables["PATH"] = "\(path):\(variables["PATH"] ?? "/usr/bin:/bin")"
      process.environment = variables.merging(environment) { $1 }
      let pipe = Pipe()
      process.standardOutput = pipe
      process.standardError = pipe
      try process.run()
      let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      return (process.terminationStatus == 0, output)
    }

    private func write(_ text: String, to path: String, permissions: Int = 0o644) throws {
      let file = folder.appending(path: path)
      try Data(text.utf8).write(to: file)
      try FileManager.default.setAttributes(
        [.posixPermissions: permissions], ofItemAtPath: file.path(percentEncoded: false))
    }
  }
#endif
