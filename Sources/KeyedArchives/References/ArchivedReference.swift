internal import ArchiveFormat

/// A reference between objects that is resolved when the whole graph is decoded: ``BackReference``,
/// ``WeakReference``, ``ConditionalReference``, ``RequiredReference`` or ``RequiredWeakReference``.
///
/// After decoding the object is there as soon as `decode` returns. Before, while initializers run, it reads
/// as nil, and if there is an object, reading it makes `decode` fail with ``ArchiveError/Code/pendingReference``: so
/// nobody sees an object that is half there. Copies of a struct share what is pending; setting one does not
/// set the other. A graph that is decoded belongs to one thread until `decode` returns.
@propertyWrapper
public struct ArchivedReference<Target: AnyObject & Codable, Rule: ReferenceRule>: Codable {
  let box: ReferenceBox

  /// No object, or, where one is required, none yet.
  public init() { self.init(wrappedValue: nil) }

  /// An object, or none.
  public init(wrappedValue: Target?) {
    box = ReferenceBox(wrappedValue, isWeak: !Rule.retainsObject)
  }

  /// The object; nil if there is none, if it is held weakly and gone, or while the graph is being decoded,
  /// which then fails.
  public var wrappedValue: Target? {
    get { box.target as? Target }
    set { self = Self(wrappedValue: newValue) }
  }

  /// The reference itself, for ``get()`` and ``whenComplete(_:)``.
  public var projectedValue: Self { self }

  /// The object.
  ///
  /// - Throws: ``ArchiveError/Code/valueNotFound`` if there is none, and
  ///   ``ArchiveError/Code/pendingReference`` while the graph is being decoded.
  public func get() throws -> Target {
    if box.isPending {
      throw ArchiveError(.pendingReference, "the reference is read before the graph is complete")
    }
    if let target = wrappedValue { return target }
    throw ArchiveError(.valueNotFound, "the reference has no \(Target.self)")
  }

  /// Hands over the object when the graph is complete; at once if nothing is being decoded.
  ///
  /// - Parameter body: Called before `decode` returns, after all initializers. What it throws, `decode`
  ///   throws, and no reference of the graph keeps its object.
  public func whenComplete(_ body: @escaping (Target?) throws -> Void) throws {
    try box.whenComplete { try body($0 as? Target) }
  }

  /// Decodes a reference; with other decoders than those of this package only null.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if decoder is ValueDecoder || decoder is DirectDecoder {
      self = try container.decode(Self.self)
      return
    }
    guard !Rule.requiresObject, container.decodeNil() else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "only a KeyedUnarchiver decodes references between objects")
    }
    self.init()
  }

  /// Encodes a reference; with other encoders than those of this package only null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if encoder is ValueEncoder || encoder is DirectEncoder { return try container.encode(self) }
    guard box.target == nil, !Rule.requiresObject else {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "only a KeyedArchiver encodes references between objects"))
    }
    try container.encodeNil()
  }
}

extension ArchivedReference: ArchiveEdge {
  init(_ box: ReferenceBox) { self.box = box }
}

extension ArchivedReference: OptionalReference where Rule: OptionalReferenceRule {}
