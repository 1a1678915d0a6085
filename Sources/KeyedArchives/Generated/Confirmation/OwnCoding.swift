internal import Synchronization

/// Finds out whether generated code makes the calls that a type's `encode(to:)` makes, and reads what its `init(from:)` reads.
///
/// A macro sees one declaration. An extension in another file may bring other coding, a protocol may, and so may an overload of
/// `encode(_:forKey:)` for the type of a field. So `encode(to:)` is called once more for the first value of each type, and of each case, with an
/// encoder that notes all calls (``CodingLog``). These have to be the calls that generated code stands in for: the same keys in the same order,
/// the same types and the same values. Types for which they are not go through their own coding for the rest of the process.
enum OwnCoding {
  /// A type, or one case of an enumeration.
  private struct Subject: Hashable {
    let type: ObjectIdentifier
    var index = noCase
  }

  /// Stands for the type in place of the number of a case.
  static let noCase = -1
  private static let encoding = Mutex<[Subject: Bool]>([:])
  private static let decoding = Mutex<[Subject: Bool]>([:])
  /// Types and cases that are remembered. All others keep their own coding.
  private static let knownLimit = 16_384

  /// True if generated code may write a record.
  static func confirms<Record: ArchivableRecord>(
    _ record: Record, _ userInfo: [CodingUserInfoKey: Any]
  ) -> Bool {
    guard let keys = Record.confirmedKeys else { return true }
    return found(Subject(type: ObjectIdentifier(Record.self)), encoding) {
      let log = CodingLog(of: record, userInfo)
      guard log.keys == ObjectIdentifier(keys) else { return false }
      return log.holds(record) { Record.describeFields(&$0) }
        && reads(Record.self, log, userInfo) { Record.describeFields(&$0) }
    }
  }

  /// True if generated code may write an instance.
  static func confirms<Object: ArchivableObject>(
    _ object: Object, _ userInfo: [CodingUserInfoKey: Any]
  ) -> Bool {
    guard Object.confirmedKeys != nil else { return true }
    return found(Subject(type: ObjectIdentifier(Object.self)), encoding) {
      CodingLog(of: object, userInfo).holds(object) { Object.describeFields(&$0) }
    }
  }

  /// True if generated code may write values that are one of the cases.
  static func confirms<Value: ArchivableCases>(
    _ value: Value, case index: Int, _ userInfo: [CodingUserInfoKey: Any]
  ) -> Bool {
    guard let keys = Value.confirmedKeys else { return true }
    let isOwn = found(Subject(type: ObjectIdentifier(Value.self), index: index), encoding) {
      let log = CodingLog(of: value, userInfo)
      return log.keys == ObjectIdentifier(keys) && log.holds(value, case: index)
    }
    // The other cases are coded by the same functions.
    if !isOwn { note(Subject(type: ObjectIdentifier(Value.self)), isOwn, encoding) }
    return isOwn
  }

  /// True if generated code may write and read the values of a type, all of which are compared.
  static func confirms<Leaf: ArchivableLeaf>(_ type: Leaf.Type) -> Bool {
    guard let values = type.confirmedValues else { return true }
    return found(Subject(type: ObjectIdentifier(type)), encoding) { values.allSatisfy { $0.isOwn } }
  }

  /// True if generated code may read a record, which it just did.
  static func confirmsReading<Record: ArchivableRecord>(
    _ record: Record, _ userInfo: [CodingUserInfoKey: Any]
  ) -> Bool {
    guard let keys = Record.confirmedKeys else { return true }
    return confirms(record, userInfo) && decodes(Record.self, keys, userInfo)
  }

  /// True if the type's own decoding makes the record, which generated code just read, of a record with these keys, whatever others it asks for.
  static func confirms<Record: ArchivableRecord>(
    _ record: Record, ofFields isThere: (_ key: String) -> Bool,
    _ userInfo: [CodingUserInfoKey: Any]
  ) -> Bool {
    guard let keys = Record.confirmedKeys else { return true }
    let log = CodingLog(of: record, userInfo)
    let replayed = log.replayed(where: isThere)
    let copy = try? Record(from: ReplayingDecoder(replayed, userInfo))
    return copy.map { log.holds($0) { Record.describeFields(&$0) } } == true
      && replayed.keys == ObjectIdentifier(keys) && !replayed.hasOtherCalls
      && !replayed.hasOtherKeys
  }

  /// True if a value of the type, or of the case, was compared and is coded by generated code.
  static func isConfirmed(_ type: any Any.Type, case index: Int) -> Bool {
    verdict(Subject(type: ObjectIdentifier(type), index: index), encoding) == true
  }

  /// True if the type is known to have another coding.
  static func isForeign(_ type: any Any.Type) -> Bool {
    verdict(Subject(type: ObjectIdentifier(type)), encoding) == false
  }

  /// True if values of a type are decoded with the keys, and the type is not known to have another coding.
  static func decodes<Value: Decodable>(
    _ type: Value.Type, _ keys: any CodingKey.Type, _ userInfo: [CodingUserInfoKey: Any]
  ) -> Bool {
    !isForeign(type)
      && found(Subject(type: ObjectIdentifier(type)), decoding) {
        let log = CodingLog()
        _ = try? Value(from: ReplayingDecoder(log, userInfo))
        return log.keys == ObjectIdentifier(keys)
      }
  }

  /// Notes whether the type's `init(from:)` makes the record again from the values that were noted. Where that throws, `init(from:)` reads all records.
  ///
  /// - Returns: True, as this tells nothing of encoding.
  private static func reads<Record: ArchivableRecord>(
    _ type: Record.Type, _ log: CodingLog, _ userInfo: [CodingUserInfoKey: Any],
    _ describe: (inout ArchiveFields) -> Void
  ) -> Bool {
    var fields = ArchiveFields()
    describe(&fields)
    if fields.isLeftToDecoder { return true }
    let decoder = ReplayingDecoder(log.replayed, userInfo)
    let isOwn = (try? Record(from: decoder)).map { log.holds($0, describe) } ?? false
    note(Subject(type: ObjectIdentifier(type)), isOwn, decoding)
    return true
  }

  /// Returns what was found of a subject; nil if nothing was, and can be remembered.
  private static func verdict(
    _ subject: Subject, _ known: borrowing Mutex<[Subject: Bool]>
  ) -> Bool? {
    known.withLock { $0[subject] ?? ($0.count < knownLimit ? nil : false) }
  }

  /// Remembers what was found. Another coding that was found once stays found, whatever another thread saw.
  private static func note(
    _ subject: Subject, _ isOwn: Bool, _ known: borrowing Mutex<[Subject: Bool]>
  ) {
    known.withLock { known in
      if let before = known[subject] {
        known[subject] = before && isOwn
      } else if known.count < knownLimit {
        known[subject] = isOwn
      }
    }
  }

  private static func found(
    _ subject: Subject, _ known: borrowing Mutex<[Subject: Bool]>, _ find: () -> Bool
  ) -> Bool {
    if let known = verdict(subject, known) { return known }
    let isOwn = find()
    note(subject, isOwn, known)
    return isOwn
  }
}

extension ArchivableLeaf {
  /// True if `encode(to:)` encodes what generated code writes, and `init(from:)` reads the value from it.
  fileprivate var isOwn: Bool {
    let log = CodingLog(of: self, [:])
    guard let entry = log.singleValue, let expected = confirmedRawValue,
      entry.isSame(as: expected)
    else { return false }
    let copy = try? Self(from: ReplayingDecoder(log.replayed, [:]))
    return copy?.confirmedRawValue.map { entry.isSame(as: $0) } ?? false
  }
}

extension CodingLog.Entry {
  fileprivate func isSame(as value: any Encodable) -> Bool { isValue(value) }

  private func isValue<Value: Encodable>(_ value: Value) -> Bool {
    holds(value, isOptional: false)
  }
}
