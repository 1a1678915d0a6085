#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Any Codable value as a keyed archive.
///
/// ```swift
/// var transform = ArchiveTransform<Album>()
/// transform.archiver.compression = .zlib()
/// transform.unarchiver.allowedTypes = [Photo.self, Clip.self]
/// ```
///
/// Its bytes need no stamp: an archive tells by its first byte what it is, and has checksums. With a shape dictionary
/// records are small, since what is the same in all of them stands in the dictionary once: ``init(dictionary:archiver:unarchiver:)``.
public struct ArchiveTransform<Value: Codable>: ContextFreeTransform, ArchiveStoring {
  /// What writes: compression, hooks, depth.
  public var archiver: KeyedArchiver
  /// What reads: allowed types, limits, hooks, handlers.
  public var unarchiver: KeyedUnarchiver
  /// Where the shape dictionary is kept; nil for archives that are complete in themselves.
  public let dictionary: (any ShapeDictionaryHome)?

  /// A transform that stores complete archives.
  public init(
    archiver: KeyedArchiver = KeyedArchiver(), unarchiver: KeyedUnarchiver = KeyedUnarchiver()
  ) {
    self.archiver = archiver
    self.unarchiver = unarchiver
    dictionary = nil
  }

  /// A transform that stores records against a shape dictionary.
  public init(
    dictionary: some ShapeDictionaryHome, archiver: KeyedArchiver = KeyedArchiver(),
    unarchiver: KeyedUnarchiver = KeyedUnarchiver()
  ) {
    self.archiver = archiver
    self.unarchiver = unarchiver
    self.dictionary = dictionary
  }

  /// “archive”.
  public var form: TransformForm { TransformForm("archive") }

  /// The archive of a value. What the caller handed over reaches properties with ``Stored`` inside of the value.
  ///
  /// - Throws: As ``store(_:)``.
  public func store(_ value: Value, in context: TransformContext) throws -> Data {
    var transform = self
    if context.hasValues { transform.archiver.userInfo[.transformContext] = context.withoutShapes }
    guard dictionary == nil, archiver.framing != .multiPart, let shapes = context.shapes,
      shapes.isWrittenAgainst
    else { return try transform.store(value) }
    do {
      let (record, additions) = try transform.archiver.data(of: value, against: shapes.dictionary)
      guard let additions else { return record }
      return try shapes.add(additions) ? record : transform.archiver.encode(value)
    } catch let error as ArchiveError where error.code == .limitExceeded {
      // It may be the dictionary that becomes too large.
      return try transform.store(value)
    } catch {
      throw TransformError(error, .notStorable)
    }
  }

  /// The value of an archive. What the caller handed over reaches properties with ``Stored`` inside of the value.
  ///
  /// - Throws: As ``restore(_:)``.
  public func restore(_ stored: Data, in context: TransformContext) throws -> Value {
    var transform = self
    if context.hasValues {
      transform.unarchiver.userInfo[.transformContext] = context.withoutShapes
    }
    guard dictionary == nil, let shapes = context.shapes else {
      return try transform.restore(stored)
    }
    do {
      return try transform.unarchiver.decode(
        Value.self, from: stored, dictionary: shapes.dictionary)
    } catch let error as ArchiveError where error.code == .wrongDictionary && !shapes.isNewest {
      throw TransformError(error, .unknownShapes)
    } catch {
      throw TransformError(error, .unreadable)
    }
  }

  /// The archive of a value.
  ///
  /// - Throws: As ``KeyedArchiver/encode(_:)->Data``, in a ``TransformError``; and what the dictionary's home throws.
  public func store(_ value: Value) throws -> Data {
    do {
      guard let dictionary else { return try archiver.encode(value) }
      return try store(value, dictionary)
    } catch {
      throw TransformError(error, .notStorable)
    }
  }

  private func store(_ value: Value, _ home: any ShapeDictionaryHome) throws -> Data {
    for _ in 0..<Self.attemptLimit {
      let (record, additions) = try archiver.data(of: value, against: home.dictionary)
      guard let additions else { return record }
      // Somebody else may have added rows meanwhile: then the value is encoded against those.
      if try home.commit(additions) { return record }
    }
    throw TransformError(
      .notStorable, "the home of the shape dictionary refused additions \(Self.attemptLimit) times")
  }

  /// Times that a record is encoded against a dictionary that others add to.
  private static var attemptLimit: Int { 1_000 }

  /// The value of an archive.
  ///
  /// - Throws: As ``KeyedUnarchiver/decode(_:from:)-(_,Data)``, in a ``TransformError`` with offset and path.
  public func restore(_ stored: Data) throws -> Value {
    do {
      guard let dictionary else { return try unarchiver.decode(Value.self, from: stored) }
      return try unarchiver.decode(Value.self, from: stored, dictionary: dictionary.dictionary)
    } catch {
      throw TransformError(error, .unreadable)
    }
  }
}
