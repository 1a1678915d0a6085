package import ArchiveCompression
package import FoundationArchiveFormat

/// The types of an archive, or the classes of a keyed archive of Foundation's.
package enum FileTypes: Sendable {
  case types([TypeUsage])
  case classes([FoundationClassUsage])

  /// Hands the lines of a table to `write`, each without its line break and safe to print.
  package func print(_ write: (String) -> Void) {
    switch self {
    case .types(let usages): TypeReport(usages).print(write)
    case .classes(let usages): ClassReport(usages: usages).print(write)
    }
  }

  /// One object of JSON.
  ///
  /// - Parameter file: The name of the file, which is one of its members.
  package func json(_ file: String) throws -> [UInt8] {
    switch self {
    case .types(let usages): try JSONReport.types(file, usages)
    case .classes(let usages): try JSONReport.classes(file, usages)
    }
  }
}
