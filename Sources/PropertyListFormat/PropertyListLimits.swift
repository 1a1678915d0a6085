/// Limits of reading a property list. Each limit is inclusive.
public struct PropertyListLimits: Hashable, Sendable {
  /// Bytes of the file.
  public var maximumByteCount = 256 << 20
  /// Objects in the file: entries of a binary file's offset table, elements of an XML file.
  public var maximumObjectCount = 10_000_000
  /// Containers in each other. In a keyed archive each entry of `$objects` begins anew.
  public var maximumDepth = 512
  /// Values that are read, each as often as it is met. A binary file may mention one object in many places.
  public var maximumValueCount = 2_000_000
  /// Bytes of text and data that are read, each as often as it is met: a fixed part, and a part for each byte of the file.
  public var baseTextByteCount = 32 << 20
  /// Bytes of text and data more for each byte of the file.
  public var textByteCountPerByte = 16

  /// The default limits; change what the case needs.
  public init() {}

  /// The most bytes of text and data of a file.
  package func textByteCount(forFile byteCount: Int) -> Int {
    let (product, isTooLarge) = max(0, textByteCountPerByte).multipliedReportingOverflow(
      by: byteCount)
    let (sum, overflows) = max(0, baseTextByteCount).addingReportingOverflow(product)
    return isTooLarge || overflows ? .max : sum
  }
}
