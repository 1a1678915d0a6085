internal import ArchiveCompression
internal import ArchiveFormat
#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension KeyedArchiver {
  /// The canonical archive of a value: equal sets and dictionaries give the same bytes, in every process
  /// (Spec/archive-format.md, section 10). Any unarchiver reads it.
  ///
  /// ```swift
  /// let isSame = try archiver.encodeCanonically(first) == archiver.encodeCanonically(second)
  /// ```
  ///
  /// The same holds for values with class instances if their graphs are the same. −0 and 0, and two spellings of “é”, are
  /// different bytes. A `Set` that an `encode(to:)` takes apart itself is an array. With compression the bytes depend on zlib's
  /// version.
  ///
  /// Each member of a set and each key of a dictionary is encoded once more, to be compared: O(values × nested sets and
  /// dictionaries).
  ///
  /// - Throws: As ``encode(_:)->Data``; ``ArchiveError/Code/invalidValue`` for a set of class instances, and for a dictionary
  ///   with such keys.
  public func encodeCanonically<Value: Encodable>(_ value: Value) throws -> Data {
    if stackByteCount > 0 { return try onLargeStack { try $0.encodeCanonically(value) } }
    let session = session()
    defer { session.end() }
    let tape = try CanonicalOrder.tape(of: session.tape(of: value), maximumDepth: maximumDepth)
    return Data(
      try ArchiveAssembler(layout(session.furtherCost(self))).assemble(
        tape, maximumDepth: maximumDepth))
  }
}
