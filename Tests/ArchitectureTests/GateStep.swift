import Testing

/// A step of the gate as `.ci/run` writes it, and what its command prints when all of its parts have run.
struct GateStep: Sendable, CustomTestStringConvertible {
  let name: String
  /// What the gate asks for, quoted as in the script.
  let results: String
  let command: String
  /// The program with its arguments, as it sees them.
  let call: String
  /// One line for each result.
  let answers: [String]

  init(_ name: String, _ results: String, _ command: String, call: String, _ answers: String...) {
    (self.name, self.results, self.command) = (name, results, command)
    (self.call, self.answers) = (call, answers)
  }

  var line: String { "step \(name) \(results) -- \(command)" }
  var testDescription: String { name }

  static let all = [
    GateStep(
      "prerequisites", #"'^prerequisites: .* are there$'"#,
      "env SAY=1 .ci/prerequisites swift zlib sqlite libpq postgresql python3",
      call: "prerequisites swift zlib sqlite libpq postgresql python3",
      "prerequisites: swift and zlib are there"),
    GateStep(
      "format", #"'^format-check: [1-9][0-9]* files$'"#, "make -s format-check",
      call: "make -s format-check", "format-check: 3 files"),
    GateStep(
      "rules", "'^house rules: kept$'", "make -s house-rules", call: "make -s house-rules",
      "house rules: kept"),
    GateStep(
      "faults", "'^planted-faults: [1-9][0-9]* faults fit'", ".ci/planted-faults --check",
      call: "planted-faults --check", "planted-faults: 2 faults fit the sources"),
    GateStep(
      "build", "'^builds: with all traits, and without any: built in [0-9]+ s$'", ".ci/builds",
      call: "builds", "builds: with all traits, and without any: built in 3 s"),
    GateStep(
      "default", "'^tests: 3 groups came to their ends$'",
      #"env -u SCRATCH make -C "$SCRATCH-copy" test"#, call: "make -C .build-copy test",
      "tests: 3 groups came to their ends"),
    GateStep(
      "platform", "'^platform-check: [1-9][0-9]* targets hold'",
      #".ci/platform-check "$SCRATCH-all""#, call: "platform-check .build-all",
      "platform-check: 18 targets hold"),
    GateStep(
      "spec",
      "'^spec-check: 4 files of tests passed$' '^spec-check: [1-9][0-9]* documents that archivecat imported$' '^[1-9][0-9]* passed, 0 failed$'",
      #"env ARCHIVECAT="$programs/archivecat" .ci/spec-check"#, call: "spec-check",
      "spec-check: 4 files of tests passed",
      "spec-check: 12 documents that archivecat imported", "7 passed, 0 failed"),
    GateStep(
      "consumer",
      "'^consumer: [1-9]' '^consumer-check: [1-9][0-9]* uses of traits' '^consumer-check: no other package was downloaded'",
      ".ci/consumer-check", call: "consumer-check", "consumer: 61 bytes",
      "consumer-check: 14 uses of traits", "consumer-check: no other package was downloaded"),
    GateStep(
      "short", "'^flips: [1-9][0-9]* archives' '^crash-test: seed .* [1-9][0-9]* states'",
      #".ci/short-checks "$programs""#, call: "short-checks .build-all/debug",
      "flips: 12 archives", "crash-test: seed 1: 20 states"),
    GateStep(
      "tests", "'^tests: 4 groups came to their ends$'", "env BUILT=1 make test-all",
      call: "make test-all", "tests: 4 groups came to their ends"),
  ]
}
