public import ArchiveFormat

extension ArchiveError.Code {
  /// The file is no SQLite database, or it is encrypted.
  public static let notDatabase = ArchiveError.Code(rawValue: "notDatabase")
  /// The database has no table of Core Data's.
  public static let notCoreDataStore = ArchiveError.Code(rawValue: "notCoreDataStore")
  /// The pages or the schema of the database are not what SQLite writes.
  public static let damagedDatabase = ArchiveError.Code(rawValue: "damagedDatabase")
  /// A table, a row or the model of a store is not what Core Data writes.
  public static let malformedStore = ArchiveError.Code(rawValue: "malformedStore")
}
