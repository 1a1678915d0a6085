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
  /// The archiver that writes: compression, hooks, depth.
  public var archiver: KeyedArchiver
  /// The unarchiver that reads: allowed types, limits, hooks, handlers.
  public var unarchiver: KeyedUnarchiver
  /// The home of the shape dictionary; nil for archives that are complete in themselves.
  public let dictionary: (any ShapeDictionaryHome)?
  /// True if equal sets and dictionaries are stored as equal bytes: ``canonical``.
  public let isCanonical: Bool

  /// A transform that stores complete archives.
  public init(
    archiver: KeyedArchiver = KeyedArchiver(), unarchiver: KeyedUnarchiver = KeyedUnarchiver()
  ) {
    self.archiver = archiver
    self.unarchiver = unarchiver
    dictionary = nil
    isCanonical = false
  }

  private init(isCanonical: Bool) {
    (archiver, unarchiver) = (KeyedArchiver(), KeyedUnarchiver())
    dictionary = nil
    self.isCanonical = isCanonical
  }

  /// A transform that stores canonical archives: ``KeyedArchiver/encodeCanonically(_:)``. They keep equality, so that a field of
  /// them may be unique or indexed, and take longer to write.
  ///
  /// ```swift
  /// Field("tags", \.tags, as: ArchiveTransform.canonical).unique()
  /// ```
  public static var canonical: ArchiveTransform { ArchiveTransform(isCanonical: true) }

  /// A transform that stores records against a shape dictionary.
  public init(
    dictionary: some ShapeDictionaryHome, archiver: KeyedArchiver = KeyedArchiver(),
    unarchiver: KeyedUnarchiver = KeyedUnarchiver()
  ) {
    self.archiver = archiver
    self.unarchiver = unarchiver
    self.dictionary = dictionary
    isCanonical = false
  }

  /// “archive”, or “archive.canonical”.
  public var form: TransformForm {
    TransformForm(isCanonical ? "archive.canonical" : "archive")
  }

  /// Equality for ``canonical`` archives that are not compressed: zlib's output depends on its version. Nothing for others, whose sets
  /// and dictionaries are in the order of the process that wrote them.
  ///
  /// Values are equal here if the same is encoded of them, class instances in the same graph.
  public var keeps: KeptRelation {
    isCanonical && archiver.compression == .none ? .equality : .nothing
  }

  /// The archive of a value. What the caller handed over reaches properties with ``Stored`` inside of the value.
  ///
  /// - Throws: As ``store(_:)``.
  public func store(_ value: Value, in context: TransformContext) throws -> Data {
    var transform = self
    if context.hasValues { transform.archiver.userInfo[.transformContext] = context.withoutShapes }
    if let costs = context.surroundings.costs { return try transform.store(value, inside: costs) }
    guard dictionary == nil, !isCanonical, archiver.framing != .multiPart,
      let shapes = context.shapes,
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
    if let budget = context.surroundings.budget {
      return try transform.restore(stored, context.shapes?.dictionary, sharing: budget)
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

  /// Stores an archive inside of another one, whose readers' budget has to do for both.
  private func store(_ value: Value, inside costs: FurtherCosts) throws -> Data {
    var transform = self
    transform.archiver.furtherCosts = costs
    let archive = try transform.store(value)
    do {
      try costs.add { try $0.add(archive, dictionary?.dictionary) }
    } catch {
      throw TransformError(error, .notStorable)
    }
    return archive
  }

  /// Restores the value of an archive inside of another one.
  private func restore(
    _ stored: Data, _ shapes: ShapeDictionary?, sharing budget: SharedBudget
  ) throws -> Value {
    do {
      return try unarchiver.decode(
        Value.self, from: stored, dictionary: dictionary?.dictionary ?? shapes, sharing: budget)
    } catch {
      throw TransformError(error, .unreadable)
    }
  }

  /// The archive of a value.
  ///
  /// - Throws: As ``KeyedArchiver/encode(_:)->Data``, in a ``TransformError``; and what the dictionary's home throws.
  public func store(_ value: Value) throws -> Data {
    do {
      if isCanonical { return try archiver.encodeCanonically(value) }
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
