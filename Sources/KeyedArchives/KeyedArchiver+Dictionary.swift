internal import ArchiveCompression

extension KeyedArchiver {
  /// A value as a record against a shape dictionary, with the rows that the dictionary lacks for it.
  ///
  /// The home of the record commits the additions first: see ``ShapeDictionary``. The bytes depend on
  /// the value, the dictionary and these settings alone. O(values), and O(rows) where the dictionary
  /// lacks any.
  ///
  /// - Throws: As ``encode(_:)-(Value)``; ``ArchiveError/Code/limitExceeded`` also for a dictionary
  ///   that would become larger than readers take, and ``ArchiveError/Code/invalidValue`` if
  ///   ``framing`` asks for more than one part.
  public func encode<Value: Encodable>(
    _ value: Value, against dictionary: ShapeDictionary
  ) throws -> DictionaryEncoding {
    if stackByteCount > 0 { return try onLargeStack { try $0.encode(value, against: dictionary) } }
    let session = session(dictionary.tape)
    let tape = try session.tape(of: value)
    let layout = ArchiveLayout(framing: framing, packing: compression)
    return try ArchiveAssembler(layout).assemble(
      tape, against: dictionary, maximumDepth: maximumDepth)
  }
}
