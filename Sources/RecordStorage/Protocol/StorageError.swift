internal import RecordLog
public import StorageTransforms

/// An error of reading or writing records: what failed, and for which record.
public struct StorageError: Error, Sendable {
  /// The kind of a failure. More codes may be added: always have a default case.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of the code, stable across versions.
    public let rawValue: String

    /// A code by its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// There is a record with the key.
    public static let duplicateKey = Code(rawValue: "duplicateKey")
    /// Another record has the value of a unique attribute.
    public static let notUnique = Code(rawValue: "notUnique")
    /// Null where there has to be a value.
    public static let missingValue = Code(rawValue: "missingValue")
    /// No back end holds the value, or the type of the attribute has no such value.
    public static let notStorable = Code(rawValue: "notStorable")
    /// A value of another kind than its attribute.
    public static let typeMismatch = Code(rawValue: "typeMismatch")
    /// Another number of values than the table has attributes.
    public static let wrongCount = Code(rawValue: "wrongCount")
    /// A key of another kind than the table's, or another than the value of the attribute that is the key.
    public static let wrongKey = Code(rawValue: "wrongKey")
    /// A limit was reached.
    public static let limitExceeded = Code(rawValue: "limitExceeded")
    /// A name that no database takes.
    public static let invalidName = Code(rawValue: "invalidName")
    /// The attribute of a query is neither indexed nor unique.
    public static let notIndexed = Code(rawValue: "notIndexed")
    /// A query that means nothing.
    public static let invalidQuery = Code(rawValue: "invalidQuery")
    /// The store has no table of the entity.
    public static let unknownEntity = Code(rawValue: "unknownEntity")
    /// The table is another by now than it is said to have been.
    public static let schemaChanged = Code(rawValue: "schemaChanged")
    /// The back end cannot do that: its ``StorageCapabilities`` say so.
    public static let unsupported = Code(rawValue: "unsupported")
    /// A read or a transaction inside of another one.
    public static let nested = Code(rawValue: "nested")
    /// The read or the transaction is over.
    public static let sessionEnded = Code(rawValue: "sessionEnded")
    /// Another transaction was first; nothing of this one is there, and it may be run again.
    public static let conflict = Code(rawValue: "conflict")
    /// Another process has the store.
    public static let locked = Code(rawValue: "locked")
    /// The store was closed.
    public static let closed = Code(rawValue: "closed")
    /// Another process opened the store, and `fork` made this one: open the store anew. Nothing was read or written.
    public static let forked = Code(rawValue: "forked")
    /// The store is open for reading only, was written by a newer program, or its file has several names (hard links).
    public static let readOnly = Code(rawValue: "readOnly")
    /// The bytes at hand are not those that were stored.
    public static let damaged = Code(rawValue: "damaged")
    /// The medium has no room; nothing of the transaction is there.
    public static let noSpace = Code(rawValue: "noSpace")
    /// The system could not read or write; nothing of the transaction is there.
    public static let inputOutput = Code(rawValue: "inputOutput")
    /// A commit failed before in a way after which this handle writes no more: open the store anew.
    public static let poisoned = Code(rawValue: "poisoned")
    /// The connection to the server was lost; nothing of the transaction is there.
    public static let connectionLost = Code(rawValue: "connectionLost")
    /// Nobody knows whether the transaction is there.
    public static let outcomeUnknown = Code(rawValue: "outcomeUnknown")
  }

  /// The kind of the failure.
  public var code: Code
  /// A sentence for a person, in one line. Characters that nobody would see, as a name may have them, are escapes.
  public var message: String {
    didSet { message = VisibleText.escaped(message) }
  }
  /// The name of the entity.
  public var entity: String?
  /// The name of the attribute.
  public var attribute: String?
  /// The key of the record that was being read or written.
  public var key: RecordKey?
  /// The value that was refused.
  public var value: StoredValue?
  /// The key of the record that has the value already.
  public var existingKey: RecordKey?
  /// Bytes from the start of the store's file; nil where there is none, or the failure has no place in it.
  public var byteOffset: Int?
  /// The id that a store with ``StorageCapabilities/commitIDs`` can be asked about after ``Code/outcomeUnknown``; nil for other errors.
  public var commitID: String?
  /// The error that it comes from; nil if it is the first.
  public var underlying: (any Error)?

  /// An error with its first parts.
  public init(
    _ code: Code, _ message: String, entity: String? = nil, attribute: String? = nil,
    key: RecordKey? = nil, value: StoredValue? = nil, existingKey: RecordKey? = nil,
    byteOffset: Int? = nil, commitID: String? = nil, underlying: (any Error)? = nil
  ) {
    self.code = code
    self.message = VisibleText.escaped(message)
    self.entity = entity
    self.attribute = attribute
    self.key = key
    self.value = value
    self.existingKey = existingKey
    self.byteOffset = byteOffset
    self.commitID = commitID
    self.underlying = underlying
  }

  /// The error for a key that is there already.
  public static func duplicateKey(_ key: RecordKey, in table: RecordTable) -> StorageError {
    StorageError(
      .duplicateKey, "there is a record with this key", entity: table.entity.name, key: key,
      existingKey: key)
  }

  /// The error for the value of a unique attribute that another record has.
  ///
  /// - Parameters:
  ///   - position: That of the attribute in its table.
  ///   - value: The value.
  ///   - key: That of the record that was to be stored.
  ///   - existingKey: That of the record that has the value.
  ///   - table: The table.
  public static func notUnique(
    _ position: Int, _ value: StoredValue, key: RecordKey, existingKey: RecordKey?,
    in table: RecordTable
  ) -> StorageError {
    StorageError(
      .notUnique, "another record has this value", entity: table.entity.name,
      attribute: table.entity.attributes.indices.contains(position)
        ? table.entity.attributes[position].name : nil, key: key, value: value,
      existingKey: existingKey)
  }
}

extension StorageError: CustomStringConvertible {
  /// Code, sentence and record, in one line: `notUnique: another record has this value, attribute 'file' of 'Photo', record 7,
  /// value “a.png”, which record 3 has`.
  public var description: String {
    var text = "\(code.rawValue): \(message)"
    if let attribute { text += ", attribute '\(attribute)'" }
    if let entity { text += attribute == nil ? ", entity '\(entity)'" : " of '\(entity)'" }
    if let key { text += ", record \(key)" }
    if let value { text += ", value \(value)" }
    if let existingKey, code == .notUnique { text += ", which record \(existingKey) has" }
    if let byteOffset { text += ", byte \(byteOffset)" }
    if let commitID { text += ", commit \(commitID)" }
    // The sentence is that of the record log's error.
    if let underlying, !(underlying is LogError) { text += " (\(underlying))" }
    return VisibleText.escaped(text)
  }
}
