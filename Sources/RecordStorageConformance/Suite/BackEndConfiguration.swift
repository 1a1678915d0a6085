public import RecordStorage

/// How back ends of one kind are opened, for the cases of ``ConformanceSuite``.
///
/// A case names a *place* for its records: a text of lower-case letters, digits and underscores that begins with a letter, has at
/// most 40 bytes and is used by no other case, so that it can be the name of a file, a folder or a schema. A back end that is
/// ``StorageCapabilities/durable`` is opened at the same place again, and then has the same records.
public struct BackEndConfiguration: Sendable {
  /// What reports call it.
  public let name: String
  /// Opens the records of a place; none where nothing was stored yet.
  public let open: @Sendable (_ place: String) throws -> any StorageBackEnd
  /// Closes a back end that ``open`` made, before it is released.
  public let close: @Sendable (any StorageBackEnd) throws -> Void
  /// Removes what is left at a place, after its last back end was closed.
  public let remove: @Sendable (_ place: String) throws -> Void

  /// A configuration.
  ///
  /// - Parameters:
  ///   - name: What reports call it.
  ///   - open: Opens the records of a place. With ``StorageCapabilities/sharedWriting`` a place is open twice at a time.
  ///   - close: Closes a back end; nothing where its release does that.
  ///   - remove: Removes what is left at a place; nothing where the release of the back end does that.
  public init(
    _ name: String, open: @escaping @Sendable (_ place: String) throws -> any StorageBackEnd,
    close: @escaping @Sendable (any StorageBackEnd) throws -> Void = { _ in },
    remove: @escaping @Sendable (_ place: String) throws -> Void = { _ in }
  ) {
    self.name = name
    self.open = open
    self.close = close
    self.remove = remove
  }
}
