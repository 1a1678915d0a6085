internal import ArchiveFormat
#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Decodes values from archives, whoever wrote them.
///
/// ```swift
/// var unarchiver = KeyedUnarchiver()
/// unarchiver.allowedClasses = [Circle.self, Square.self]
/// let drawing = try unarchiver.decode(Drawing.self, from: data)
/// ```
///
/// Checksums are verified before any code of the decoded types runs. The structure is checked while
/// values are decoded, so `init(from:)` of one may run before what follows it was looked at; a value
/// comes back only after every byte was checked. The types that are decoded are the one asked for, what its `init(from:)` asks for, and, where a class is asked for, those of its
/// subclasses that ``allowedClasses`` names.
public struct KeyedUnarchiver: Sendable {
  /// Classes that may come back where one of their superclasses is asked for.
  public var allowedClasses: ClassAllowList
  /// What decoding may cost.
  public var limits: ArchiveLimits
  /// What `init(from:)` finds in its decoder's `userInfo`.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// Whether values are read through cells alone, for tests that compare the two ways.
  package var usesCells = false

  /// An unarchiver with these settings.
  public init(allowedClasses: ClassAllowList = [], limits: ArchiveLimits = .untrusted) {
    self.allowedClasses = allowedClasses
    self.limits = limits
  }

  /// The unnamed root of an archive; of the last scope, if values were appended.
  ///
  /// - Throws: ``ArchiveError`` with code, place and path; what `init(from:)` of a type threw, if
  ///   that is no `DecodingError`. A type that is not allowed, a limit and damage are thrown even
  ///   if user code caught the error on its way.
  public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    do {
      return try unsafe data.withUnsafeBytes { bytes in try unsafe decodeSmall(type, bytes) }
    } catch is NotDirect {}
    return try decodeLarge(type, [UInt8](data))
  }

  /// The unnamed root of an archive in an array of bytes.
  ///
  /// - Throws: As the form that takes `Data`.
  public func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
    do {
      return try unsafe bytes.withUnsafeBytes { bytes in try unsafe decodeSmall(type, bytes) }
    } catch is NotDirect {}
    return try decodeLarge(type, bytes)
  }
}
