package import ArchiveFormat
package import PropertyListFormat

/// The cost of reading through references. Any number of them may lead to one object.
package final class ReadingCharge {
  private let limits: PropertyListLimits
  private let maximumTextByteCount: Int
  private var valueCount = 0
  private var textByteCount = 0

  package init(_ list: PropertyList) {
    limits = list.limits
    maximumTextByteCount = list.limits.textByteCount(forFile: list.bytes.count)
  }

  /// Counts values, and bytes of text and data.
  package func count(values: Int, textBytes: Int = 0) throws(ArchiveError) {
    valueCount += values
    textByteCount += textBytes
    guard valueCount <= limits.maximumValueCount else {
      throw ArchiveError(
        .limitExceeded, "values are read more than \(limits.maximumValueCount) times")
    }
    guard textByteCount <= maximumTextByteCount else {
      throw ArchiveError(
        .limitExceeded, "more than \(maximumTextByteCount) bytes of text and data are read")
    }
  }
}
