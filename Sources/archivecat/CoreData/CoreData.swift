#if Tools
  import ArchiveInspection
  import ArgumentParser
  import CoreDataStores
  import PlatformC

  /// Shows a store of Apple's Core Data.
  struct CoreData: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "coredata",
      abstract:
        "Show a store of Apple's Core Data: its entities, and its rows with what is archived in them.",
      discussion: """
        The store is a file of SQLite, with the model that Core Data keeps in it. Values are shown by the names of their attributes, archives of \
        NSKeyedArchiver as what they hold. A value that cannot be read has its error in its place.

        The file is only read, and nothing is written beside it. If the last commits stand in a write-ahead log beside the file, or an \
        interrupted transaction in a rollback journal, a private copy is read; the first lines say so. Spec/core-data-stores.md \
        describes what is read, and the lines of --json.

        This command needs the package trait SQLite.
        """)

    @Argument(help: "The store.", completion: .file())
    var file: String

    @Flag(help: "Print the store and its entities, and no rows.")
    var model = false

    @Flag(help: "Print rows alone.")
    var rows = false

    @Option(help: "Print this entity, and the rows of its subentities, alone.")
    var entity: String?

    @Option(
      help: ArgumentHelp(
        "Print this attribute, relationship or column of the rows alone; may be given several times.",
        valueName: "name"))
    var attribute: [String] = []

    @Option(help: "Print at most so many rows of each entity without a superentity.")
    var limit: Int?

    @Flag(help: "Print long values in full.")
    var full = false

    @Flag(help: "Print a line of JSON for the store, for each entity, and for each row.")
    var json = false

    @OptionGroup var limits: LimitOptions

    func validate() throws {
      guard !(model && rows) else {
        throw ValidationError("'--model' and '--rows' each leave the other out: ask for one.")
      }
      guard !model || attribute.isEmpty && limit == nil else {
        throw ValidationError(
          "'--attribute' and '--limit' belong to rows, which '--model' leaves out.")
      }
      guard limit ?? 0 >= 0 else { throw ValidationError("'--limit' takes a number of rows.") }
      guard file != "-" else {
        throw ValidationError("A store is a file by its name: standard input has none.")
      }
    }

    func run() throws {
      try FileLoop(files: [file]).forEachFile { file, output in
        #if SQLite
          try checkOpen()
          let limits = self.limits.trusted ? CoreDataLimits.trusted : CoreDataLimits()
          let store = try CoreDataStore(readOnly: file.name, limits: limits)
          var listing = CoreDataListing(store, title: file.title, self)
          return try listing.print(&output)
        #else
          throw Failure(
            .refused, "this build lacks the package trait “SQLite”; build with it on")
        #endif
      }
    }

    /// Fails with the words of the system for a file that cannot be opened, and for what is no file with an end.
    private func checkOpen() throws(Failure) {
      let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      guard descriptor >= 0 else { throw Failure(.cannotOpen, errno: errno) }
      defer { close(descriptor) }
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw Failure(.inputOutput, errno: errno) }
      switch status.st_mode & S_IFMT {
      case S_IFREG: return
      case S_IFDIR: throw Failure(.cannotOpen, errno: EISDIR)
      default: throw Failure(.malformed, "a store is a regular file, and this is none")
      }
    }
  }
#endif
