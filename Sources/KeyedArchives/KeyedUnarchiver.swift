internal import ArchiveCompression
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
/// All bytes are verified before any code of the decoded types runs. The types that are decoded are
/// the one asked for, what its `init(from:)` asks for, and, where a class is asked for, those of its
/// subclasses that ``allowedClasses`` names.
public struct KeyedUnarchiver: Sendable {
  /// Classes that may come back where one of their superclasses is asked for.
  public var allowedClasses: ClassAllowList
  /// What decoding may cost.
  public var limits: ArchiveLimits
  /// What `init(from:)` finds in its decoder's `userInfo`.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

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
    try decode(type, from: [UInt8](data))
  }

  /// The unnamed root of an archive in an array of bytes.
  ///
  /// - Throws: As the form that takes `Data`.
  public func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
    try decode(type, bytes, nil)
  }

  func decode<Value: Decodable>(
    _ type: Value.Type, _ bytes: [UInt8], _ dictionary: ShapeDictionary?
  ) throws -> Value {
    var opener = ArchiveOpener(
      bytes, limits: limits, keepsAllScopes: false, dictionary: dictionary)
    let archive = try opener.open()
    guard let scope = archive.scopes.last else {
      throw ArchiveError(.malformed, "the archive has no scope", byteOffset: 0)
    }
    let document = try scope.scan(limits)
    if let mark = archive.endMark, mark.scopeCount == 1, mark.rootCount != document.roots.count {
      throw ArchiveError(
        .malformed, "the end mark counts \(mark.rootCount) roots, not \(document.roots.count)",
        byteOffset: bytes.count - ArchiveFraming.endMarkByteCount + 24)
    }
    guard let root = document.roots.first(where: { $0.name.isEmpty }) else {
      throw ArchiveError(.keyNotFound, "the archive has no unnamed root", byteOffset: 0)
    }
    let session = DecodingSession(
      document: document, map: scope.map, allowList: try allowedClasses.resolved(), limits: limits,
      userInfo: userInfo)
    return try session.decodeRoot(type, cell: root.cell)
  }
}
