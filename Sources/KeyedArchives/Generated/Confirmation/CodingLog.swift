/// The calls that a value's `encode(to:)` makes, down to the values that it hands over; these are not encoded.
final class CodingLog {
  struct Entry {
    let key: String
    /// True for `encodeIfPresent`.
    let isOptional: Bool
    /// The type that the call names.
    let type: any Any.Type
    /// Nil for `encodeIfPresent` without a value.
    let value: Any?
    /// The calls of a nested container or of a superclass.
    var nested: CodingLog?
  }

  /// The type of the keys of the container; nil if it has none, or was not asked for.
  private(set) var keys: ObjectIdentifier?
  private(set) var entries: [Entry] = []
  private var isAsked = false
  /// True once a call was made that generated code never stands in for.
  private(set) var hasOtherCalls = false
  /// True once a key was asked for that has no entry, or all keys.
  private(set) var hasOtherKeys = false
  private var isSingle = false

  init() {}

  /// Notes the calls for a value. An error of the value's coding makes them others.
  init<Value: Encodable>(of value: Value, _ userInfo: [CodingUserInfoKey: Any]) {
    do { try value.encode(to: LoggingEncoder(self, userInfo)) } catch { hasOtherCalls = true }
  }

  /// A copy that no container was asked for.
  var replayed: CodingLog { replayed { _ in true } }

  /// A copy that no container was asked for, without the values of some keys.
  func replayed(where isThere: (_ key: String) -> Bool) -> CodingLog {
    let copy = CodingLog()
    copy.entries = entries.map { entry in
      var entry = entry
      entry.nested = entry.nested?.replayed
      return isThere(entry.key) ? entry : entry.absent
    }
    return copy
  }

  /// The one value that stands for the whole.
  var singleValue: Entry? {
    isSingle && !hasOtherCalls && entries.count == 1 ? entries[0] : nil
  }

  func ask(_ type: (any CodingKey.Type)?) {
    if isAsked { return hasOtherCalls = true }
    keys = type.map { ObjectIdentifier($0) }
    isAsked = true
  }

  func askForSingleValue() {
    ask(nil)
    isSingle = true
  }

  func noteOtherCall() { hasOtherCalls = true }

  func noteOtherKeys() { hasOtherKeys = true }

  func append(_ entry: Entry) { entries.append(entry) }
}

extension CodingLog.Entry {
  /// The entry without a value.
  fileprivate var absent: Self {
    Self(key: key, isOptional: isOptional, type: type, value: nil, nested: nil)
  }

  /// True if the entry is a call for a value.
  func holds<Value: Encodable>(_ value: Value?, isOptional: Bool) -> Bool {
    guard nested == nil, self.isOptional == isOptional, type == Value.self else { return false }
    guard let value else { return self.value == nil }
    guard let own = self.value as? Value else { return false }
    return own.isIdentical(to: value)
  }
}

extension CodingLog {
  /// True if the calls are those for the fields of a value, as they are described.
  func holds(_ value: Any, _ describe: (inout ArchiveFields) -> Void) -> Bool {
    if hasOtherCalls || isSingle { return false }
    let comparison = CodingComparison(self, .fields(of: value))
    var fields = ArchiveFields(comparing: comparison)
    describe(&fields)
    return comparison.isWhole
  }

  /// True if the calls are those for a case of an enumeration.
  func holds<Value: ArchivableCases>(_ value: Value, case index: Int) -> Bool {
    var cases = ArchiveCases()
    Value.describeCases(&cases)
    guard !hasOtherCalls, !isSingle, entries.count == 1, let payload = entries[0].nested,
      !payload.hasOtherCalls, cases.names.indices.contains(index),
      entries[0].key.hasSameBytes(as: cases.names[index])
    else { return false }
    let comparison = CodingComparison(payload, .payload(PayloadValues(of: value)))
    var fields = ArchiveFields(comparing: comparison)
    cases.payloads[index](&fields)
    return comparison.isWhole
  }
}

/// The values in the payload of a case, as a mirror shows them.
struct PayloadValues {
  /// Nil where there is no mirror.
  let values: [Any]?

  init(of value: Any) {
    guard let payload = Mirror(reflecting: value).children.first?.value else {
      values = nil
      return
    }
    let mirror = Mirror(reflecting: payload)
    values = mirror.displayStyle == .tuple ? mirror.children.map(\.value) : [payload]
  }
}
