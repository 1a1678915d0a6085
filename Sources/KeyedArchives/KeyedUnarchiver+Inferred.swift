#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension KeyedUnarchiver {
  /// The unnamed root of an archive, as a value of the type that is asked for: `let note: Note = try unarchiver.decode(from: data)`.
  ///
  /// - Throws: As ``decode(_:from:)-(_,Data)``.
  public func decode<Value: Decodable>(from data: Data) throws -> Value {
    try decode(Value.self, from: data)
  }

  /// The unnamed root of an archive in an array of bytes, as a value of the type that is asked for.
  ///
  /// - Throws: As ``decode(_:from:)-(_,Data)``.
  public func decode<Value: Decodable>(from bytes: [UInt8]) throws -> Value {
    try decode(Value.self, from: bytes)
  }
}
