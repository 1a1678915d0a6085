#if Tools && (os(Linux) || os(macOS))
  import KeyedArchives
  import TestTraits
  import Testing

  /// The command refuses a file whose values cost more than its bytes pay for, and says how to read the file.
  @Suite struct CommandBudgetTests {
    private struct Empty: Codable {}

    @Test(.long, .timeLimit(.minutes(5))) func `a command over its budget names the option`() throws
    {
      let files = try Workspace()
      defer { files.remove() }
      var archiver = KeyedArchiver()
      archiver.readingBudget = nil
      let values = [Empty](repeating: Empty(), count: 1_100_000)
      let file = try files.write("empties.karc", archiver.encode(values))
      for command in [["show"], ["info"], ["verify"], ["types"], ["get", "$"], ["export"]] {
        let outcome = try Command.run(command + [file])
        #expect(outcome.status == 69, "\(command): \(outcome.status)")
        #expect(
          (outcome.output + outcome.complaint).contains("without --trusted no more are allowed"),
          "\(command): \(outcome.output.prefix(200)) \(outcome.complaint)")
      }
      #expect(try Command.run("info", "--trusted", file).status == 0)
    }
  }
#endif
