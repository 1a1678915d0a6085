internal import ArchiveCompression
internal import ArchiveFormat

/// The values of a batch of a stream, while they are gathered.
protocol StreamBatch<Element> {
  associatedtype Element: Encodable

  /// Raw bytes so far, roughly.
  var byteCount: Int { get }

  /// True if the batch knows the number of its values.
  var isCounted: Bool { get }

  /// The number of values in the batch; nil if they would have to be counted. O(values).
  var valueCount: ValueCount? { get }

  /// The cost of reading the archives inside of the values.
  var furtherCost: FurtherCost { get }

  /// Adds a value; false if the batch has to go the general way. Throws if the value cannot be
  /// archived, which then leaves no trace.
  mutating func append(_ element: Element) throws -> Bool

  /// Hands over what the batch adds to the definitions, and its content in two pieces, with the cuts in
  /// the first. False if the batch has to go the general way.
  func finish(
    _ history: DefinitionHistory,
    _ body: (DefinitionRows, UnsafeRawBufferPointer, _ end: [UInt8], [BlockCut]) throws -> Void
  ) throws -> Bool

  /// Empties the batch; its definitions were added.
  mutating func begin(_ history: DefinitionHistory)

  /// Lets go of what the batch holds. It is not to be used again.
  func end()
}
