#if Encryption
  /// The key that seals, and those that opened what was sealed before.
  ///
  /// To change the key, make the new one the current one and the last one an older one. Values are sealed anew when they
  /// are stored the next time; ``SealedTransform/keyID(of:)`` tells which still have an old key.
  public struct SealingKeys: Sendable {
    /// The key that seals.
    public let current: SealingKey
    private let byID: [String: SealingKey]

    /// Keys by their ids.
    ///
    /// - Throws: ``TransformError/Code/invalidKey`` for two keys with one id.
    public init(current: SealingKey, older: [SealingKey] = []) throws(TransformError) {
      self.current = current
      var byID: [String: SealingKey] = [:]
      for key in [current] + older {
        guard byID.updateValue(key, forKey: key.id) == nil else {
          throw TransformError(.invalidKey, "there are two keys with the id “\(key.id)”")
        }
      }
      self.byID = byID
    }

    subscript(id: String) -> SealingKey? { byID[id] }
  }

  /// The keys of sealed attributes.
  enum SealingKeysKey: TransformContextKey {
    typealias Value = SealingKeys
  }

  extension TransformContext {
    /// The keys for ``SealedTransform``, where it has none of its own.
    public var sealingKeys: SealingKeys? {
      get { self[SealingKeysKey.self] }
      set { self[SealingKeysKey.self] = newValue }
    }
  }

  extension TransformError.Code {
    /// A key is none that a cipher can use, or its id is taken.
    public static let invalidKey = TransformError.Code(rawValue: "invalidKey")
    /// The bytes were changed, sealed with another key of the same id, or belong to another place.
    public static let authenticationFailed = TransformError.Code(rawValue: "authenticationFailed")
  }
#endif
