#if PostgreSQL
  internal import StorageTransforms

  /// The first byte of a value of the type `any`.
  ///
  /// ```
  /// 0       1
  /// +-------+--------------------------------------------------------------------------+
  /// | tag   | integer, real: 8 bytes, big endian; text: UTF-8; blob: its bytes         |
  /// +-------+--------------------------------------------------------------------------+
  /// ```
  enum StoredValueTag: UInt8 {
    case integer = 1
    case real = 2
    case text = 3
    case blob = 4

    /// The tag of a kind; nil for null, which is stored as NULL.
    init?(_ kind: StoredValue.Kind) {
      switch kind {
      case .null: return nil
      case .integer: self = .integer
      case .real: self = .real
      case .text: self = .text
      case .blob: self = .blob
      }
    }
  }
#endif
