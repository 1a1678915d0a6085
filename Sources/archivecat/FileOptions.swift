#if Tools
  import ArchiveInspection
  import ArgumentParser

  /// What all commands that read archives take.
  struct LimitOptions: ParsableArguments {
    @Flag(
      help: """
        Lift the limits on sizes and counts: for files of your own that are larger than what is \
        read from anywhere.
        """)
    var trusted = false

    var limits: ArchiveLimits { trusted ? .trusted : .untrusted }

    /// Bytes of a file that are held in memory.
    var maximumInputByteCount: Int { trusted ? MemoryLimit.trusted : MemoryLimit.untrusted }

    /// The advice for a file above the limit.
    var adviceForLargeInput: String {
      trusted
        ? "that is half of the memory at hand; a program reads larger files with ArchiveStreamReader"
        : "--trusted allows half of the memory at hand"
    }
  }

  /// What all commands take that read any number of archives.
  struct FileOptions: ParsableArguments {
    @Argument(help: "Archives; - is standard input.", completion: .file())
    var files: [String]
  }
#endif
