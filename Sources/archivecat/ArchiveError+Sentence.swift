import ArchiveInspection

extension ArchiveError {
  /// The error as the command says it: with its own option in the place of the library's setting.
  var sentence: String {
    TerminalText.escaped(
      sentence: description.replacing(
        "ArchiveLimits.budget allows no more", with: "without --trusted no more are allowed"))
  }
}
