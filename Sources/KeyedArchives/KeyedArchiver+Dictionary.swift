internal import ArchiveCompression
#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension KeyedArchiver {
  /// A value as a record against a shape dictionary, with the rows that the dictionary lacks for it.
  ///
  /// The home of the record commits the additions first: see ``ShapeDictionary``. The bytes depend on
  /// the value, the dictionary, these settings and the order of sets and dictionaries. O(values), and O(rows) where the dictionary
  /// lacks any.
  ///
  /// - Throws: As ``encode(_:)->Data``; ``ArchiveError/Code/limitExceeded`` also for a dictionary
  ///   that would become larger than readers take, and ``ArchiveError/Code/invalidValue`` if
  ///   ``framing`` asks for more than one part.
  public func encode<Value: Encodable>(
    _ value: Value, against dictionary: ShapeDictionary
  ) throws -> DictionaryEncoding {
    if stackByteCount > 0 { return try onLargeStack { try $0.encode(value, against: dictionary) } }
    guard writesRecordsDirectly else { return try encodeThroughTape(value, dictionary) }
    let encoder = DirectEncoderPool.take(usesGeneratedCode: usesGeneratedCode)
    defer { DirectEncoderPool.giveBack(encoder) }
    if let record = unsafe encoder.knownRecord(of: value, self, dictionary) {
      return DictionaryEncoding(
        bytes: unsafe Array(record), additions: ShapeAdditions(to: dictionary))
    }
    return try encodeThroughTape(value, dictionary, encoder)
  }

  /// The record as data, with the rows that the dictionary lacks, if it does.
  package func data<Value: Encodable>(
    of value: Value, against dictionary: ShapeDictionary
  ) throws -> (record: Data, additions: ShapeAdditions?) {
    func parts(_ encoding: DictionaryEncoding) -> (record: Data, additions: ShapeAdditions?) {
      (Data(encoding.bytes), encoding.additions.isEmpty ? nil : encoding.additions)
    }
    guard stackByteCount == 0, writesRecordsDirectly else {
      return parts(try encode(value, against: dictionary))
    }
    let encoder = DirectEncoderPool.take(usesGeneratedCode: usesGeneratedCode)
    defer { DirectEncoderPool.giveBack(encoder) }
    if let record = unsafe encoder.knownRecord(of: value, self, dictionary) {
      return (unsafe Data(record), nil)
    }
    return parts(try encodeThroughTape(value, dictionary, encoder))
  }

  private var writesRecordsDirectly: Bool {
    hooks.isEmpty && compression.level == nil && framing != .multiPart
  }

  /// Encodes the general way what an encoder had no known form for, which learns it then.
  private func encodeThroughTape<Value: Encodable>(
    _ value: Value, _ dictionary: ShapeDictionary, _ encoder: DirectEncoder
  ) throws -> DictionaryEncoding {
    let encoding = try encodeThroughTape(value, dictionary)
    if encoding.additions.isEmpty { encoder.learn(encoding.bytes, dictionary) }
    return encoding
  }

  func encodeThroughTape<Value: Encodable>(
    _ value: Value, _ dictionary: ShapeDictionary
  ) throws -> DictionaryEncoding {
    let session = session(dictionary.tape)
    defer { session.end() }
    let tape = try session.tape(of: value)
    return try ArchiveAssembler(layout(session.furtherCost(self))).assemble(
      tape, against: dictionary, maximumDepth: maximumDepth)
  }
}
