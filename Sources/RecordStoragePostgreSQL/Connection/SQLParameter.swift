#if PostgreSQL
  internal import StorageTransforms

  #if canImport(FoundationEssentials)
    internal import FoundationEssentials
  #else
    internal import Foundation
  #endif

  /// A value that is sent beside a statement, in the binary form of its column's type.
  struct SQLParameter {
    let value: StoredValue
    let type: ColumnType

    init(_ value: StoredValue, _ type: ColumnType) {
      self.value = value
      self.type = type
    }

    /// The approximate number of its bytes.
    var byteCount: Int {
      switch value {
      case .null, .integer, .real: 8
      case .text(let text): text.utf8.count
      case .blob(let blob): blob.count
      }
    }

    /// Appends its bytes, of which there are none for null: numbers have the first byte in front (big endian).
    func append(to bytes: inout [UInt8]) {
      if type == .anyKind, let tag = StoredValueTag(value.kind) { bytes.append(tag.rawValue) }
      switch value {
      case .null: break
      case .integer(let number):
        if type == .boolean {
          bytes.append(number == 0 ? 0 : 1)
        } else {
          Self.append(UInt64(bitPattern: number), to: &bytes)
        }
      case .real(let number): Self.append(number.bitPattern, to: &bytes)
      case .text(let text): bytes.append(contentsOf: text.utf8)
      case .blob(let blob): bytes.append(contentsOf: blob)
      }
    }

    private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
      }
    }
  }
#endif
