/// The values in the payload of a case, which have no key paths.
extension ArchiveFields {
  /// Adds a leaf that is always there.
  public mutating func add<Value: ArchivableLeaf>(_ key: String, _ type: Value.Type) {
    if compare(key, type, isOptional: false) { return }
    add(leaf: type, key, isOptional: false, offset: nil)
  }

  /// Adds a leaf that may be absent.
  public mutating func add<Value: ArchivableLeaf>(_ key: String, _ type: Value?.Type) {
    if compare(key, Value.self, isOptional: true) { return }
    add(leaf: Value.self, key, isOptional: true, offset: nil)
  }

  /// Adds a record, a collection or an enumeration that is always there.
  public mutating func add<Value: ArchivableValue>(_ key: String, _ type: Value.Type) {
    if compare(key, type, isOptional: false) { return }
    add(value: type, key, isOptional: false, offset: nil)
  }

  /// Adds a record, a collection or an enumeration that may be absent.
  public mutating func add<Value: ArchivableValue>(_ key: String, _ type: Value?.Type) {
    if compare(key, Value.self, isOptional: true) { return }
    add(value: Value.self, key, isOptional: true, offset: nil)
  }

  /// Adds any other value that is always there.
  public mutating func add<Value: Encodable>(_ key: String, _ type: Value.Type) {
    if compare(key, type, isOptional: false) { return }
    add(other: key, isOptional: false)
  }

  /// Adds any other value that may be absent.
  public mutating func add<Value: Encodable>(_ key: String, _ type: Value?.Type) {
    if compare(key, Value.self, isOptional: true) { return }
    add(other: key, isOptional: true)
  }
}
