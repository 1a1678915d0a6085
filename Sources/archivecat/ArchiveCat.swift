#if Tools
  import ArchiveInspection
  import ArgumentParser
  import PlatformC

  /// The command: shows what is inside archives, and converts from JSON and to it.
  ///
  /// It links no decoder and knows no user type, so no file can make it run anything. It never changes
  /// its input. Each command stands in a file of its own; what they share is ``InputFile``,
  /// ``OutputFile``, ``StandardOutput`` and ``ExitStatus``.
  @main
  struct ArchiveCat: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "archivecat",
      abstract: "Show what is inside keyed archives.",
      discussion: """
        Without a command, 'show' is meant: archivecat FILE prints a file's values. The file - is \
        standard input.

        Exit status: 0 good; 1 well-formed, but with findings; 64 wrong usage; 65 malformed or \
        damaged; 66 a file cannot be opened; 69 refused by a limit or for a missing feature \
        or dictionary; 74 reading or writing failed. Of several files the highest counts.
        """,
      version: "0.1.0",
      subcommands: [
        Show.self, Info.self, Verify.self, Types.self, Get.self, Import.self, Export.self,
        Store.self, Nska.self, CoreData.self,
      ],
      defaultSubcommand: Show.self)

    /// Runs the command. What the argument parser says of the arguments is printed as ``ParserMessage`` shows it.
    static func main() {
      do {
        var command = try parseAsRoot()
        try command.run()
      } catch {
        let message = ParserMessage(fullMessage(for: error), quoting: CommandLine.arguments)
        let code = exitCode(for: error)
        message.print(to: code.isSuccess ? STDOUT_FILENO : STDERR_FILENO)
        ArchiveCat.exit(code)
      }
    }

    private static func exit(_ code: ExitCode) -> Never { PlatformC.exit(code.rawValue) }
  }
#endif
