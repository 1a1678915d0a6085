#if Encryption
  internal import Crypto
  #if canImport(FoundationEssentials)
    public import FoundationEssentials
  #else
    public import Foundation
  #endif

  /// Bytes that only who has a key can read, and only in the place where they were stored.
  ///
  /// Entity, attribute and record key of the context are authenticated with the bytes, the first two by their ids. All
  /// three have to be known: where the database makes the key of a record, a value cannot be sealed before it has.
  ///
  /// ```
  /// 0          1              2        2+n         14+n
  /// +----------+--------------+--------+-----------+--------------+-----------+
  /// | cipher   | n            | key id | nonce: 12 | sealed bytes | tag: 16   |
  /// +----------+--------------+--------+-----------+--------------+-----------+
  /// ```
  ///
  /// Each call draws a nonce at random: one key should seal no more than 2³² values (NIST SP 800-38D, section 8.3).
  ///
  /// ## What is not protected
  ///
  /// Without a key, somebody who can write the storage can still
  ///
  /// - put an older sealed value of the same place there again, or all records as they were;
  /// - put null in its place, unless the attribute is required, or delete the record;
  /// - copy a value between stores whose entities, attributes and record keys are alike, unless the transform is bound to a store
  ///   (``init(keys:boundTo:)``);
  /// - where a field reads a form that is not sealed too (`formerly(as:)`), store a value of that form.
  ///
  /// Anybody who can read the storage sees the length of each value. Compression in front of sealing (`ZlibTransform().then(SealedTransform())`) makes the
  /// length tell of the content: do not compress secrets together with what somebody else chooses.
  public struct SealedTransform: AttributeTransform {
    private let keys: SealingKeys?
    /// The id of the only store whose values are opened; nil for those of any store.
    public let storeID: String?

    /// A transform that takes the keys from the context of each call: ``TransformContext/sealingKeys``.
    public init() { (keys, storeID) = (nil, nil) }

    /// A transform that takes the keys from the context of each call, and is bound to a store.
    ///
    /// - Parameter storeID: As in ``init(keys:boundTo:)``.
    public init(boundTo storeID: String) {
      keys = nil
      self.storeID = storeID
    }

    /// A transform with keys of its own.
    ///
    /// - Parameters:
    ///   - keys: The keys.
    ///   - storeID: A text that no other store has, such as a UUID that the program keeps with its settings. It is authenticated with the bytes,
    ///     so values that were copied from another store are not opened. Nil for values of any store.
    public init(keys: SealingKeys, boundTo storeID: String? = nil) {
      self.keys = keys
      self.storeID = storeID
    }

    /// “sealed”; “sealed.bound” if the transform is bound to a store.
    public var form: TransformForm { TransformForm(storeID == nil ? "sealed" : "sealed.bound") }

    /// Seals bytes with the current key. O(bytes).
    ///
    /// - Throws: ``TransformError/Code/missingContext`` without keys, entity, attribute or record key.
    public func store(_ value: Data, in context: TransformContext) throws -> Data {
      let key = try keys(context).current
      var sealed = Data([key.algorithm.rawValue, UInt8(truncatingIfNeeded: key.id.utf8.count)])
      sealed.append(contentsOf: key.id.utf8)
      let place = try place(context, head: sealed)
      switch key.algorithm {
      case .aesGCM:
        let box = try AES.GCM.seal(value, using: key.key, authenticating: place)
        sealed.append(contentsOf: box.nonce)
        sealed.append(box.ciphertext + box.tag)
      case .chaChaPoly:
        let box = try ChaChaPoly.seal(value, using: key.key, authenticating: place)
        sealed.append(contentsOf: box.nonce)
        sealed.append(box.ciphertext + box.tag)
      }
      return sealed
    }

    /// Opens sealed bytes, with whichever key they were sealed with. O(bytes).
    ///
    /// - Throws: ``TransformError/Code/unknownKey`` for a key that is not among those at hand,
    ///   ``TransformError/Code/authenticationFailed`` for bytes that were changed or stored elsewhere,
    ///   ``TransformError/Code/truncated`` for too few, and ``TransformError/Code/missingContext`` as ``store(_:in:)``.
    public func restore(_ stored: Data, in context: TransformContext) throws -> Data {
      let bytes = Data(stored)
      guard let id = Self.keyID(of: bytes) else {
        throw TransformError(.truncated, "the bytes end before their key", byteOffset: bytes.count)
      }
      guard let key = try keys(context)[id] else {
        throw TransformError(
          .unknownKey, "the bytes were sealed with the key “\(id)”, which is not at hand",
          byteOffset: 2, context: context)
      }
      let head = bytes.prefix(2 + id.utf8.count)
      let rest = bytes.dropFirst(head.count)
      guard rest.count >= Self.nonceByteCount + Self.tagByteCount else {
        throw TransformError(.truncated, "the bytes end too early", byteOffset: bytes.count)
      }
      let place = try place(context, head: head)
      do {
        guard bytes[0] == key.algorithm.rawValue else { throw CryptoKitError.authenticationFailure }
        return switch key.algorithm {
        case .aesGCM:
          try AES.GCM.open(.init(combined: rest), using: key.key, authenticating: place)
        case .chaChaPoly:
          try ChaChaPoly.open(.init(combined: rest), using: key.key, authenticating: place)
        }
      } catch {
        throw TransformError(
          .authenticationFailed,
          "the bytes were changed, sealed with another key “\(id)”, or stored in another place",
          context: context, underlying: error)
      }
    }

    /// The id of the key that bytes were sealed with; nil for bytes that end before it, or whose id is no text. O(1).
    public static func keyID(of sealed: Data) -> String? {
      let head = sealed.prefix(2)
      guard let last = head.last, head.count == 2, sealed.count >= 2 + Int(last) else { return nil }
      return String(validating: sealed.dropFirst(2).prefix(Int(last)), as: UTF8.self)
    }

    private static let nonceByteCount = 12
    private static let tagByteCount = 16

    private func keys(_ context: TransformContext) throws(TransformError) -> SealingKeys {
      if let keys = keys ?? context.sealingKeys { return keys }
      throw TransformError(
        .missingContext, "a sealed value needs keys, and the context has no sealingKeys",
        context: context)
    }

    /// The data that is authenticated with the bytes: a label, everything before the nonce, the place, and the store if there is one, each
    /// behind its length.
    private func place(
      _ context: TransformContext, head: Data
    ) throws(TransformError) -> Data {
      guard let entity = context.entity, let attribute = context.attribute else {
        throw TransformError(
          .missingContext, "a sealed value needs to know its entity and attribute", context: context
        )
      }
      guard let key = context.recordKey, key != .null else {
        throw TransformError(
          .missingContext,
          "a sealed value needs to know the key of its record, which the database makes only later: "
            + "give records keys of your own", context: context)
      }
      var place = Data()
      for part in [
        Data("KeyedArchives.sealed".utf8), head, Data(entity.id.utf8), Data(attribute.id.utf8),
        Self.bytes(of: key),
      ] + (storeID.map { [Data($0.utf8)] } ?? []) {
        place.append(Self.number(UInt64(part.count)))
        place.append(part)
      }
      return place
    }

    /// The kind of a record key and its bytes.
    private static func bytes(of key: StoredValue) -> Data {
      switch key {
      case .null: Data([0])
      case .integer(let value): Data([1]) + number(UInt64(bitPattern: value))
      case .real(let value): Data([2]) + number(value.bitPattern)
      case .text(let value): Data([3]) + Data(value.utf8)
      case .blob(let value): Data([4]) + value
      }
    }

    private static func number(_ value: UInt64) -> Data {
      Data(stride(from: 0, to: 64, by: 8).map { UInt8(truncatingIfNeeded: value >> UInt64($0)) })
    }
  }
#endif
