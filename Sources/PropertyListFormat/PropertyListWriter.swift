public import ArchiveFormat

/// Writes a property list in Apple's binary or XML form, value by value.
///
/// ```swift
/// var writer = PropertyListWriter(.binary)
/// try writer.beginDictionary()
/// try writer.key("name")
/// try writer.string("Ada")
/// try writer.end()
/// let bytes = try writer.finish()
/// ```
///
/// The order of dictionaries is kept. A binary list has each equal leaf once, as Apple's have. Containers may be as deep in each other as
/// memory goes; readers have limits. A value in a place where none can be, as one without a key in a dictionary, throws
/// ``ArchiveError`` with the code ``ArchiveError/Code/invalidValue``, and so does a value that the form cannot hold:
///
/// | value | binary | XML |
/// |---|---|---|
/// | null, a set | yes | no |
/// | a date | any | whole seconds of years with up to nine digits |
/// | a not-a-number | any, its payload is kept | without sign and payload |
/// | a surrogate that is not paired | yes | no |
/// | a control character | yes | yes, as in Apple's files |
/// | a dictionary with an integer for `CF$UID` alone | yes | no: readers take it for a reference |
public struct PropertyListWriter: Sendable {
  private struct Level {
    var isDictionary: Bool
    var isKeyNext: Bool
  }

  /// The form of the bytes.
  public let form: PropertyList.Form
  private var binary: BinaryListWriter?
  private var xml: XMLListWriter?
  private var levels: [Level] = []
  private var hasRoot = false

  /// A writer without values.
  ///
  /// - Parameter form: The form of the bytes.
  public init(_ form: PropertyList.Form) {
    self.form = form
    switch form {
    case .binary: binary = BinaryListWriter()
    case .xml: xml = XMLListWriter()
    }
  }

  static var duplicateKey: ArchiveError {
    ArchiveError(.duplicateKey, "a key stands twice in a dictionary")
  }

  private func misuse(_ message: String) -> ArchiveError { ArchiveError(.invalidValue, message) }

  private mutating func beginValue() throws(ArchiveError) {
    guard let last = levels.last else {
      guard !hasRoot else { throw misuse("a property list has one value") }
      hasRoot = true
      return
    }
    guard last.isDictionary else { return }
    guard !last.isKeyNext else { throw misuse("a value of a dictionary has no key") }
    levels[levels.count - 1].isKeyNext = true
  }

  /// Adds a value and returns its object, which a binary list can have again.
  @discardableResult
  package mutating func add(_ leaf: PropertyListLeaf) throws(ArchiveError) -> Int {
    try beginValue()
    if case .reference(let number) = leaf, number > UInt64(UInt32.max) {
      throw misuse("a reference leads to object \(number), and 4294967295 is the largest number")
    }
    try xml?.add(leaf)
    return try binary?.add(leaf) ?? 0
  }

  /// Adds an object of a binary list again.
  package mutating func add(object: Int) throws(ArchiveError) {
    try beginValue()
    binary?.add(object: object)
  }

  /// Adds the key of the next value of the open dictionary.
  @discardableResult
  package mutating func key(utf8: ArraySlice<UInt8>) throws(ArchiveError) -> Int {
    try beginKey()
    try xml?.key(utf8)
    return try binary?.add(.string(utf8: utf8)) ?? 0
  }

  /// Adds a key that is an object of a binary list.
  package mutating func key(object: Int) throws(ArchiveError) {
    try beginKey()
    binary?.add(object: object)
  }

  private mutating func beginKey() throws(ArchiveError) {
    guard let last = levels.last, last.isDictionary, last.isKeyNext else {
      throw misuse("a key stands where none can be")
    }
    levels[levels.count - 1].isKeyNext = false
  }

  private mutating func begin(_ kind: PropertyListContainer) throws(ArchiveError) {
    try beginValue()
    try xml?.begin(kind)
    try binary?.begin(kind)
    levels.append(Level(isDictionary: kind == .dictionary, isKeyNext: kind == .dictionary))
  }

  /// Begins an array: values follow, then ``end()``.
  public mutating func beginArray() throws(ArchiveError) { try begin(.array) }
  /// Begins a set: values follow, then ``end()``. XML has none.
  public mutating func beginSet() throws(ArchiveError) { try begin(.set) }
  /// Begins a dictionary: keys and values follow in turn, then ``end()``.
  public mutating func beginDictionary() throws(ArchiveError) { try begin(.dictionary) }

  /// Ends the innermost container. O(values in it).
  ///
  /// - Throws: ``ArchiveError`` with the code ``ArchiveError/Code/duplicateKey`` for a dictionary with one key twice,
  ///   ``ArchiveError/Code/invalidValue`` where nothing is open, where a key has no value, and where XML has no such dictionary.
  public mutating func end() throws(ArchiveError) { try endContainer() }

  /// Ends the innermost container and returns its object.
  @discardableResult
  package mutating func endContainer() throws(ArchiveError) -> Int {
    guard let last = levels.popLast() else { throw misuse("no container is open") }
    guard !last.isDictionary || last.isKeyNext else { throw misuse("a key has no value") }
    try xml?.end()
    return try binary?.end() ?? 0
  }

  /// The bytes of the list. O(bytes).
  ///
  /// - Throws: ``ArchiveError`` with the code ``ArchiveError/Code/invalidValue`` for a list without a value, or with open containers;
  ///   ``ArchiveError/Code/limitExceeded`` for a binary list of more than 4 GiB.
  public consuming func finish() throws(ArchiveError) -> [UInt8] {
    guard hasRoot, levels.isEmpty else { throw misuse("the property list is not whole") }
    if var xml { return xml.finish() }
    return try binary?.finish() ?? []
  }
}

extension PropertyListWriter {
  /// Adds null. XML has none.
  ///
  /// - Throws: ``ArchiveError`` with the code ``ArchiveError/Code/invalidValue`` for a value that has no place, or no form in XML.
  public mutating func null() throws(ArchiveError) { try add(.null) }
  /// Adds a truth value.
  ///
  /// - Parameter value: The value.
  /// - Throws: ``ArchiveError`` with the code ``ArchiveError/Code/invalidValue`` for a value that has no place, or no form in XML.
  public mutating func bool(_ value: Bool) throws(ArchiveError) { try add(.bool(value)) }
  /// Adds an integer.
  ///
  /// - Parameter value: The number.
  /// - Throws: ``ArchiveError`` with the code ``ArchiveError/Code/invalidValue`` for a value that has no place, or no form in XML.
  public mutating func integer(_ value: Int128) throws(ArchiveError) { try add(.integer(value)) }
  /// Adds a real of 64 bits.
  ///
  /// - Parameter value: The number, of which every bit is kept.
  /// - Throws: ``ArchiveError`` with the code ``ArchiveError/Code/invalidValue`` for a value that has no place, or no form in XML.
  public mutating func real(_ value: Double) throws(ArchiveError) {
    try add(.real(bits: value.bitPattern, isSingle: false))
  }
  /// Adds a real of 32 bits; XML has the same number as one of 64.
  ///
  /// - Parameter value: The number, of which every bit is kept.
  /// - Throws: ``ArchiveError`` with the code ``ArchiveError/Code/invalidValue`` for a value that has no place, or no form in XML.
  public mutating func real(_ value: Float) throws(ArchiveError) {
    try add(.real(bits: PropertyList.widened(value.bitPattern), isSingle: true))
  }
  /// Adds a point in time.
  ///
  /// - Parameter value: Seconds since 2001-01-01T00:00:00Z.
  /// - Throws: ``ArchiveError`` with the code ``ArchiveError/Code/invalidValue`` for a value that has no place, or no form in XML.
  public mutating func date(secondsSinceReferenceDate value: Double) throws(ArchiveError) {
    try add(.date(bits: value.bitPattern))
  }
  /// Adds a reference (UID) into the `$objects` of a keyed archive.
  ///
  /// - Parameter number: The number of an object.
  /// - Throws: ``ArchiveError`` with the code ``ArchiveError/Code/invalidValue`` for a number above 2^32 − 1.
  public mutating func reference(_ number: UInt64) throws(ArchiveError) {
    try add(.reference(number))
  }
  /// Adds a text.
  ///
  /// - Parameter value: The text.
  /// - Throws: ``ArchiveError`` with the code ``ArchiveError/Code/invalidValue`` for a value that has no place, or no form in XML.
  public mutating func string(_ value: String) throws(ArchiveError) {
    try add(.string(utf8: Array(value.utf8)[...]))
  }
  /// Adds a text of UTF-16, in which surrogates need not be paired.
  ///
  /// - Parameter units: The units. XML has no surrogates that are not paired.
  /// - Throws: ``ArchiveError`` with the code ``ArchiveError/Code/invalidValue`` for a value that has no place, or no form in XML.
  public mutating func string(utf16 units: some Sequence<UInt16>) throws(ArchiveError) {
    try add(.string(utf8: PropertyList.utf8(ofUTF16: units)[...]))
  }
  /// Adds bytes.
  ///
  /// - Parameter value: The bytes.
  /// - Throws: ``ArchiveError`` with the code ``ArchiveError/Code/invalidValue`` for a value that has no place, or no form in XML.
  public mutating func data(_ value: some Sequence<UInt8>) throws(ArchiveError) {
    try add(.data(Array(value)[...]))
  }
  /// Adds the key of the next value of the open dictionary.
  ///
  /// - Parameter key: The key, which may stand once in a dictionary.
  /// - Throws: ``ArchiveError`` with the code ``ArchiveError/Code/invalidValue`` where no key can be, ``ArchiveError/Code/duplicateKey`` at once in XML and in
  ///   ``end()`` in a binary list.
  public mutating func key(_ key: String) throws(ArchiveError) {
    try self.key(utf8: Array(key.utf8)[...])
  }
}
