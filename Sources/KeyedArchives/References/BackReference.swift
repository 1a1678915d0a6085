/// A reference to an object that holds this one, or that is stored later: an edge that may close a cycle.
///
/// ```swift
/// final class Document: Codable {
///   var sections: [Section] = []
/// }
///
/// final class Section: Codable {
///   @BackReference var document: Document?
/// }
/// ```
///
/// The object is kept alive, and it is stored: if nothing else of what is encoded holds it, behind all
/// that does (Spec, section 8). After decoding it is there as soon as `decode` returns. Before, while
/// initializers run, it reads as nil, and reading it makes `decode` fail with
/// ``ArchiveFormat/ArchiveError/Code/pendingReference``: so nobody sees an object that is half there.
/// Copies of a struct share what is pending; setting one does not set the other.
///
/// ``WeakReference`` does not keep the object alive, ``ConditionalReference`` does not make it be stored,
/// ``RequiredReference`` has an object in any case, and ``BackReferences`` has several.
@propertyWrapper
public struct BackReference<Target: AnyObject & Codable>: Codable, OptionalReference {
  let box: ReferenceBox<Target>

  init(_ box: ReferenceBox<Target>) { self.box = box }

  /// No object.
  public init() { self.init(nil) }

  /// An object, or none.
  public init(wrappedValue: Target?) { self.init(wrappedValue) }

  /// The object; nil if there is none or while the graph is being decoded, which then fails.
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

extension BackReference: ArchiveEdge {
}

extension BackReference: Sendable where Target: Sendable {}
