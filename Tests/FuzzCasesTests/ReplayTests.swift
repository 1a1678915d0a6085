import FuzzCases
import TestTraits
import Testing

/// What fuzzing found, without a fuzzer: each input by the same oracle, in a process of its target's own.
@Suite struct ReplayTests {
  /// The oracles of containers and of the reference coder compare two engines.
  private static var targets: [FuzzTarget] {
    FuzzTarget.allCases.filter {
      $0 != .planted
        && (![.containers, .reference].contains($0) || Differential.isWantedHere())
    }
  }

  @Test(arguments: targets)
  func `every input that failed once, and every seed, passes its oracle`(
    target: FuzzTarget
  ) async throws {
    let inputs = try FuzzFiles.inputs(of: target)
    #expect(!inputs.isEmpty, "\(target.rawValue) has no inputs")
    // Which input it was is the last line that the process wrote before what the oracle said.
    await #expect(processExitsWith: .success) { [name = target.rawValue as String] in
      try FuzzFiles.replay(name)
    }
  }

  @Test func `an oracle that is violated ends the process`() async throws {
    #expect(try FuzzFiles.inputs(in: "FailCases/FuzzPlanted").count == 1)
    await #expect(processExitsWith: .failure) {
      for input in try FuzzFiles.inputs(in: "FailCases/FuzzPlanted") {
        FuzzTarget.planted.run(input.bytes)
      }
    }
  }

  @Test func `every folder of inputs is that of a target`() throws {
    for folder in ["FailCases", "Seeds"] {
      for name in try FuzzFiles.names(in: folder) {
        #expect(FuzzTarget(rawValue: name) != nil, "\(folder)/\(name)")
      }
    }
  }
}
