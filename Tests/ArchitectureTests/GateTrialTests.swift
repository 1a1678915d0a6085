#if os(Linux) && Tools
  import TestTraits
  import Testing

  /// No step of the gate can be left out and the gate pass: `.ci/run` is run with commands that print, fail and leave out what a test says.
  ///
  /// A run takes up to half a second. The gate withholds each result, lets each command fail, and replaces each line in one of five ways, in turn; with LONG=1
  /// each line in all ways.
  @Suite struct GateTrialTests {
    @Test func `the gate passes when every command prints its results`() throws {
      let (passed, output) = try GateTrial().run()
      #expect(passed, "\(output)")
      for step in GateStep.all { #expect(output.contains("--- \(step.name): "), "\(output)") }
      #expect(output.contains("All steps passed in "))
    }

    @Test(arguments: [["--steps"], ["--steps", "/tmp"], ["--help"], [""]])
    func `an argument fails the gate`(_ arguments: [String]) throws {
      let (passed, output) = try GateTrial().run(arguments: arguments)
      #expect(!passed)
      #expect(output == "usage: .ci/run\n")
    }

    @Test(arguments: GateStep.all)
    func `a result that is not printed fails the gate`(_ step: GateStep) throws {
      let trial = try GateTrial()
      for answer in step.answers {
        let (passed, output) = try trial.run(withholding: [answer])
        #expect(!passed)
        #expect(output.contains("--- \(step.name): FAILED, because it did not print its result: "))
      }
    }

    @Test(arguments: GateStep.all)
    func `a command that fails, or leaves something out, fails the gate`(_ step: GateStep) throws {
      let trial = try GateTrial()
      let failed = try trial.run(failing: step.name)
      #expect(!failed.passed)
      #expect(failed.output.contains("--- \(step.name): FAILED after"))
      let left = try trial.run(adding: [step.name: "NOT RUN: a part."])
      #expect(!left.passed)
      #expect(left.output.contains("--- \(step.name): FAILED, because a part of it was not run"))
    }

    @Test(arguments: GateStep.all.indices)
    func `a step that is taken out, or does nothing, fails the gate`(_ index: Int) throws {
      let step = GateStep.all[index]
      let trial = try GateTrial()
      let others = [
        "", "# \(step.line)", "exec true \(step.line)",
        "step \(step.name) \(step.results) -- true",
        "step \(step.name) -- \(step.command)",
      ]
      for way in LongTests.areWanted ? Array(others.indices) : [index % others.count] {
        let (passed, output) = try trial.run { $0.replacing(step.line, with: others[way]) }
        #expect(!passed, "\(others[way]): \(output)")
        if way == others.count - 1 {
          #expect(output.contains("FAILED, because nothing tells what it did"))
        }
      }
    }

    @Test(arguments: [
      "false && ", "true || ", "exit 0; ", "trap - EXIT; exit 0; ", "set +e; ", "if false; then ",
    ])
    func `a step that something stands before fails the gate`(_ beginning: String) throws {
      let step = try #require(GateStep.all.first { $0.name == "spec" })
      let ending = beginning.hasPrefix("if") ? "; fi" : ""
      let (passed, output) = try GateTrial().run(failing: beginning == "set +e; " ? "spec" : nil) {
        $0.replacing(step.line, with: beginning + step.line + ending)
      }
      #expect(!passed, "\(output)")
    }

    @Test func `steps in another order fail the gate`() throws {
      let trial = try GateTrial()
      for (first, second) in zip(GateStep.all, GateStep.all.dropFirst()) {
        let (passed, output) = try trial.run {
          $0.replacing(first.line, with: "-").replacing(second.line, with: first.line)
            .replacing("\n  -\n", with: "\n  \(second.line)\n")
        }
        #expect(!passed)
        #expect(output.contains("The next step is '\(first.name)' in README.md"), "\(output)")
      }
    }

    @Test(arguments: [0, 1, 3, 5])
    func `another number of runs of tests fails the gate`(_ endings: Int) throws {
      let (passed, output) = try GateTrial().run(endings: endings)
      #expect(!passed)
      #expect(output.contains("The tests run in four processes"))
    }

    @Test func `the settings of a caller reach no step`() throws {
      let settings = Dictionary(uniqueKeysWithValues: GateTrial.settings.map { ($0, "1") })
      let (passed, output) = try GateTrial().run(environment: settings)
      #expect(passed, "\(output)")
    }

    @Test(arguments: [
      ["BASH_FUNC_env%%": "() { :; }"], ["BASH_FUNC_grep%%": "() { return 0; }"],
      ["BASH_FUNC_step%%": "() { :; }"], ["BASH_FUNC_set%%": "() { :; }"],
      ["BASH_FUNC_exec%%": "() { exit 0; }"], ["BASH_FUNC_exit%%": "() { :; }"],
    ])
    func `a script that is handed to a shell leaves out no step`(
      _ environment: [String: String]
    ) throws {
      let trial = try GateTrial()
      let whole = try trial.run(environment: environment, shell: "/bin/bash")
      #expect(whole.passed && whole.output.contains("All steps passed in "), "\(whole.output)")
      for step in GateStep.all where ["rules", "tests"].contains(step.name) {
        let failing = try trial.run(
          failing: step.name, environment: environment, shell: "/bin/bash")
        #expect(!failing.passed, "\(environment), \(step.name): \(failing.output)")
      }
    }

    @Test func `a shell that only reads the script fails`() throws {
      let trial = try GateTrial()
      for (options, environment) in [(["-n"], [:]), ([], ["SHELLOPTS": "noexec"])] {
        let (passed, output) = try trial.run(
          environment: environment, shell: "/bin/bash", options: options)
        #expect(!passed, "\(output)")
        #expect(!output.contains("--- "), "\(output)")
      }
    }

    /// To a Python program that ignores SIGCHLD, a command that fails has passed.
    @Test func `a caller that ignores the ends of commands fails the gate`() throws {
      let (passed, output) = try GateTrial().run(
        shell: "/usr/bin/env", options: ["--ignore-signal=CHLD"])
      #expect(!passed)
      #expect(output.contains("does not ignore the signal CHLD"), "\(output)")
    }

    @Test func `what a caller sets changes no step`() throws {
      let trial = try GateTrial()
      let settings = [
        ["BASH_FUNC_make%%": "() { :; }"], ["SHELLOPTS": "noexec"], ["MAKEFLAGS": "-n"],
        ["BASH_FUNC_env%%": "() { :; }"], ["BASH_FUNC_grep%%": "() { :; }"],
        ["BASH_FUNC_step%%": "() { :; }"], ["BUILT": "1"], ["BUILD_ONLY": "1"],
      ]
      for environment in LongTests.areWanted ? settings : Array(settings.prefix(4)) {
        let (passed, output) = try trial.run(environment: environment)
        #expect(passed == output.contains("All steps passed in "), "\(environment): \(output)")
        let failing = try trial.run(failing: "rules", environment: environment)
        #expect(!failing.passed, "\(environment): \(failing.output)")
      }
    }
  }
#endif
