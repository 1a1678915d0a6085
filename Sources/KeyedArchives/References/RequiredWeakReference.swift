/// A ``WeakReference`` that always has an object: `decode` fails where nothing stored it, and `encode` where
/// there is none.
@propertyWrapper
public struct RequiredWeakReference<Target: AnyObject & Codable>: Codable {
  let box: ReferenceBox<Target>

  init(_ box: ReferenceBox<Target>) { self.box = box }

  /// No object yet: encoding needs one.
  public init() { self.init(nil) }

  /// An object, or none.
  public init(wrappedValue: Target?) { self.init(wrappedValue) }

  /// The object; nil if there is none, if nobody else keeps it alive or while the graph is being decoded, which then fails.
  public var wrappedValue: Target? {
    get { box.target }
    set { self = Self(newValue) }
  }

  /// The reference itself, for ``get()`` and ``whenComplete(_:)``.
  public var projectedValue: Self { self }

  /// The object.
  ///
  /// - Throws: ``ArchiveFormat/ArchiveError/Code/valueNotFound`` if there is none.
  public func get() throws -> Target { try object }

  /// Hands over the object when the graph is complete; at once if nothing is being decoded.
  ///
  /// - Parameter body: Called before `decode` returns, after all initializers. What it throws, `decode`
  ///   throws.
  public func whenComplete(_ body: @escaping (Target?) throws -> Void) throws {
    try box.whenComplete(body)
  }

  /// Decodes a reference; with other decoders than those of this package only null.
  public init(from decoder: any Decoder) throws { try self.init(decoding: decoder) }

  /// Encodes a reference; with other encoders than those of this package only null.
  public func encode(to encoder: any Encoder) throws { try encodeEdge(to: encoder) }
}

extension RequiredWeakReference: ArchiveEdge {
  static var isStrong: Bool { false }
  static var isWeak: Bool { true }
  static var isRequired: Bool { true }
}

extension RequiredWeakReference: Sendable where Target: Sendable {}
