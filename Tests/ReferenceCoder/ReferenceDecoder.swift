package import struct ArchiveFormat.ArchiveError
package import struct ArchiveFormat.ArchiveLimits

/// Decodes any `Decodable` value from a list of cells: the general way of this package, as it was when this copy was
/// taken.
///
/// ```swift
/// let value = try ReferenceDecoder().decode(Value.self, from: bytes)
/// ```
package struct ReferenceDecoder: Sendable {
  /// A type that can be decoded.
  package typealias DecodableType = any (Decodable & SendableMetatype).Type
  /// Inflates a range of stored bytes to so many, or throws.
  package typealias Inflating =
    @Sendable (_ bytes: [UInt8], _ range: Range<Int>, _ rawByteCount: Int) throws(ArchiveError)
    -> [UInt8]

  /// The message of the error for packed bytes where ``inflate`` is nil.
  package static let needsInflating = "the caller hands in nothing that inflates"

  /// Names of types, as their caller knows them.
  package var names: ReferenceNames
  /// Types that may come back where one of their superclasses, or an ``ErasedValue``, is asked for.
  package var allowedTypes: [DecodableType]
  /// The limits on the cost of decoding.
  package var limits = ArchiveLimits.untrusted
  /// The `userInfo` that `init(from:)` finds in its decoder.
  package var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  /// The function that inflates packed bytes; nil refuses such bytes.
  package var inflate: Inflating?
  /// The rows of the shape dictionary that a record was written against.
  package var dictionary: [UInt8]?

  package init(
    allowedTypes: [DecodableType] = [], names: ReferenceNames = ReferenceNames()
  ) {
    (self.allowedTypes, self.names) = (allowedTypes, names)
  }

  /// The root of a name of the last scope of an archive; by default the unnamed one.
  ///
  /// - Throws: `ArchiveError`; what `init(from:)` of a type threw, if that is no `DecodingError`.
  package func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8], root name: String = ""
  ) throws -> Value {
    let (scope, document, limits) = try lastScope(of: bytes)
    guard let root = document.roots.first(where: { $0.name.hasSameBytes(as: name) }) else {
      throw ArchiveError(.keyNotFound, "the archive has no root “\(name)”", byteOffset: 0)
    }
    let session = try DecodingSession(
      document, scope.map, self, limits.after(byteCount: document.byteCount))
    return try session.decodeRoot(type, cell: root.cell)
  }

  private func lastScope(
    of bytes: [UInt8]
  ) throws(ArchiveError) -> (scope: OpenedScope, document: ArchivedDocument, ReadingLimits) {
    let (scopes, endMark, limits) = try open(bytes)
    guard let scope = scopes.last else {
      throw ArchiveError(.malformed, "the archive has no scope", byteOffset: 0)
    }
    let document = try scope.document(limits)
    if scopes.count == 1 { try endMark?.check(document.roots.count, byteCount: bytes.count) }
    return (scope, document, limits)
  }

  /// The values of all scopes, checked.
  func documents(of bytes: [UInt8]) throws(ArchiveError) -> [ArchivedDocument] {
    let (scopes, endMark, limits) = try open(bytes)
    var documents: [ArchivedDocument] = []
    for scope in scopes { documents.append(try scope.document(limits)) }
    try endMark?.check(
      documents.reduce(0) { $0 + $1.roots.count }, byteCount: bytes.count)
    return documents
  }

  private func open(
    _ bytes: [UInt8]
  ) throws(ArchiveError) -> (scopes: [OpenedScope], endMark: EndMark?, ReadingLimits) {
    let limits = ReadingLimits(self.limits, inputByteCount: bytes.count)
    var reader = FramingReader(bytes, limits, dictionary: dictionary, inflate)
    let (scopes, endMark) = try reader.scopes()
    return (scopes, endMark, limits.after(byteCount: reader.inflatedByteCount))
  }

  /// The types of the list by the bytes of their names.
  func grants() throws(ArchiveError) -> [Digest: DecodableType] {
    var grants: [Digest: DecodableType] = [:]
    for type in allowedTypes {
      let name = names.name(of: type)
      if let known = grants.updateValue(type, forKey: name.digest),
        ObjectIdentifier(known) != ObjectIdentifier(type)
      {
        throw ArchiveError(
          .ambiguousTypeName, "two types of the allow-list have the name “\(name)”")
      }
    }
    return grants
  }
}

extension EndMark {
  /// Compares the roots that there are with those that the mark counts (rule M5).
  fileprivate func check(_ count: Int, byteCount: Int) throws(ArchiveError) {
    guard rootCount != count else { return }
    throw ArchiveError(
      .malformed, "an end mark counts \(rootCount) roots, there are \(count)",
      byteOffset: byteCount - ArchiveFraming.endMarkByteCount + 24)
  }
}
