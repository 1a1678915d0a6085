/// A class whose instances are written and read field by field without containers.
///
/// The macro `@Archivable` makes classes conform. What stands here is the record that
/// is the body of an object (Spec, section 8); identity, and which classes may be made, are as with
/// containers. By hand it looks like this:
///
/// ```swift
/// final class Account: Codable {
///   var id: Int64
///   var parent: Account?
///
///   private init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
///     var bits = try reader.takeBits(at: places)
///     let id = try reader.take(Int64.self, &bits, at: places[0])
///     let parent = try reader.take(Account?.self, &bits, at: places[1])
///     (self.id, self.parent) = (id, parent)
///   }
/// }
///
/// extension Account: ArchivableObject {
///   static var archivedClass: AnyClass { Account.self }
///
///   static func describeFields(_ fields: inout ArchiveFields) {
///     fields.add("id", \Account.id)
///     fields.add("parent", \Account.parent)
///   }
///
///   func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
///     var bits = ArchiveStateBits()
///     bits.add(id)
///     bits.add(parent)
///     writer.put(bits)
///     writer.put(id, at: places[0])
///     writer.put(parent, at: places[1])
///   }
///
///   static func readObject(
///     from reader: inout ArchiveReader, at places: ArchivedPlaces
///   ) throws -> AnyObject { try Account(from: &reader, at: places) }
/// }
/// ```
///
/// What it must keep is what ``ArchivableRecord`` asks for.
///
/// A class with subclasses that are archived so too declares all members in its body, the static ones as
/// `class` members, and `init(from:at:)` so that subclasses see it. A subclass overrides each of the five.
/// Its last field is its superclass, which writes and reads itself:
///
/// ```swift
/// override class func describeFields(_ fields: inout ArchiveFields) {
///   fields.add("limit", \Business.limit)
///   fields.add(superclass: Account.self)
/// }
///
/// override func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
///   var bits = ArchiveStateBits()
///   bits.add(limit)
///   writer.put(bits)
///   writer.put(limit, at: places[0])
///   let superclass = writer.beginSuperclass(at: places[1])
///   super.writeFields(to: &writer, at: superclass.places)
///   writer.end(superclass)
/// }
///
/// override init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
///   var bits = try reader.takeBits(at: places)
///   limit = try reader.take(Int.self, &bits, at: places[0])
///   let superclass = try reader.beginSuperclass(at: places[1])
///   try super.init(from: &reader, at: superclass.places)
///   reader.end(superclass)
/// }
/// ```
public protocol ArchivableObject: AnyObject, Codable {
  /// The class whose fields are described. Subclasses that inherit the conformance go through containers.
  static var archivedClass: AnyClass { get }

  /// The keys that the type's own coding uses; nil if generated code is known to do what the coding does. See ``ArchivableRecord/confirmedKeys``.
  static var confirmedKeys: (any CodingKey.Type)? { get }

  /// Names the fields, in order. Called once, not per instance.
  static func describeFields(_ fields: inout ArchiveFields)

  /// Writes the state bits and then the fields.
  func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces)

  /// Reads the state bits and then the fields of a new instance of ``archivedClass``.
  ///
  /// - Throws: What the reader throws.
  static func readObject(
    from reader: inout ArchiveReader, at places: ArchivedPlaces
  ) throws -> AnyObject

  /// Reads the state bits and then the fields of a new instance in the order of the archive: see ``ArchivableRecord/init(from:inOrderOf:)``.
  ///
  /// - Throws: What the reader throws.
  static func readObject(
    from reader: inout ArchiveReader, inOrderOf fields: ArchivedFieldOrder
  ) throws -> AnyObject
}

extension ArchivableObject {
  /// Leaves the object to its `init(from:)`.
  public static func readObject(
    from reader: inout ArchiveReader, inOrderOf fields: ArchivedFieldOrder
  ) throws -> AnyObject {
    throw reader.unforeseenValue
  }

  /// Nil: generated code is known to do what the coding does.
  public static var confirmedKeys: (any CodingKey.Type)? { nil }

  /// The type of a stored property, for code that knows no more than its name. The property is not read.
  @inlinable
  @inline(__always)
  public static func typeOfField<Value>(_ field: (Self) -> Value) -> Value.Type { Value.self }
}
