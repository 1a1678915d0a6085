internal import ArchiveFormat

/// A value that is taken from an archive, and put into one, as it is.
protocol UntypedValue: Codable {
  var untyped: ArchivedValue { get }

  init(_ value: ArchivedValue)
}
