public import PropertyListFormat

/// The version, the UUID and the model's version of a store, from the table `Z_METADATA`.
public struct CoreDataMetadata: Sendable {
  /// The version of the form of the store; nil if the store has none.
  public let version: Int64?
  /// The UUID of the store; nil if the store has none.
  public let uuid: String?
  /// The rest, such as `NSStoreModelVersionHashes`; nil if there is none.
  public let propertyList: PropertyList?
  /// The identifiers of the version of the model, as its author gave them: the first 64.
  public let modelVersionIdentifiers: [String]
}
