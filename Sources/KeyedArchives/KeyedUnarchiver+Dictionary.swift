internal import ArchiveCompression
#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension KeyedUnarchiver {
  /// The unnamed root of a record that was written against a dictionary, or of a self-contained
  /// archive.
  ///
  /// The dictionary may be the one that the record was encoded against, with its additions, or any
  /// later one.
  ///
  /// - Throws: As ``decode(_:from:)-(_,Data)``; ``ArchiveError/Code/wrongDictionary`` for a dictionary
  ///   that lacks rows the record was written against, and for a record that was changed.
  public func decode<Value: Decodable>(
    _ type: Value.Type, from data: Data, dictionary: ShapeDictionary
  ) throws -> Value {
    if stackByteCount > 0 {
      return try onLargeStack { try $0.decode(type, from: data, dictionary: dictionary) }
    }
    do {
      return try unsafe data.withUnsafeBytes { try unsafe decodeSmall(type, $0, dictionary) }
    } catch let failure as NotDirect {
      return try decodeLarge(type, data, dictionary, after: failure)
    }
  }

  /// The unnamed root of a record in an array of bytes.
  ///
  /// - Throws: As the form that takes `Data`.
  public func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8], dictionary: ShapeDictionary
  ) throws -> Value {
    if stackByteCount > 0 {
      return try onLargeStack { try $0.decode(type, from: bytes, dictionary: dictionary) }
    }
    do {
      return try unsafe bytes.withUnsafeBytes { try unsafe decodeSmall(type, $0, dictionary) }
    } catch let failure as NotDirect {
      return try decodeLarge(type, bytes, dictionary, after: failure)
    }
  }
}
