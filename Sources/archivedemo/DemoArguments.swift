/// What the user asked for.
struct DemoArguments {
  static let usage = """
    usage: archivedemo [FOLDER] [--output FOLDER]

    Reads a folder (Sources, unless you name one) into a graph of objects, archives it
    into demo-output (or the folder you name), reads it back, and shows what it costs
    and what is refused. Hidden files, symbolic links and files over 4 MB are left out.

    usage: archivedemo photos [--output FOLDER]

    Makes a library of photos in a store of records, opens it again, moves it, kills a
    process in the middle of a commit, and shows what is there afterwards.
    """

  var folder = "Sources"
  var output = "demo-output"
  var asksForHelp = false

  init(_ words: [String]) throws {
    var words = words[...]
    var folders: [String] = []
    while let word = words.popFirst() {
      switch word {
      case "-h", "--help": asksForHelp = true
      case "-o", "--output":
        guard let value = words.popFirst(), !value.isEmpty else {
          throw Self.misuse("\(word) needs the name of a folder after it.")
        }
        output = value
      case _ where word.hasPrefix("-"): throw Self.misuse("There is no option \(word).")
      default: folders.append(word)
      }
    }
    guard folders.count <= 1 else {
      throw Self.misuse("One folder at a time: \(folders.joined(separator: ", ")).")
    }
    if let first = folders.first { folder = first }
  }

  private static func misuse(_ sentence: String) -> DemoFailure {
    DemoFailure(.usage, "\(sentence)\n\(usage)")
  }
}
