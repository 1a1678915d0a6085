/// A file in numbers.
package enum FileSummary: Sendable, CustomStringConvertible {
  case archive(ArchiveSummary)
  case list(PropertyListSummary)

  /// Everything in one line, which is safe to print.
  package var description: String {
    switch self {
    case .archive(let summary): summary.description
    case .list(let summary): summary.description
    }
  }

  /// One object of JSON.
  ///
  /// - Parameter file: The name of the file, which is one of its members.
  package func json(_ file: String) throws -> [UInt8] {
    switch self {
    case .archive(let summary): try JSONReport.info(file, summary)
    case .list(let summary): try JSONReport.info(file, summary)
    }
  }
}
