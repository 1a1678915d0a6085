internal import StorageTransforms

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Values as bytes that are in the order of the values when they are compared byte by byte.
///
/// ```
/// null     00
/// integer  01  8 bytes, big-endian, with the sign turned over
/// real     02  8 bytes, big-endian: the sign of positive ones turned over, all bits of negative ones
/// text     03  UTF-8, 00 as 00 FF; 00 00 at the end
/// blob     04  as text
/// ```
///
/// The key of a record has no end of its own, and its zeros stand as they are: nothing follows it.
enum OrderedBytes {
  private enum Tag {
    static let null: UInt8 = 0
    static let integer: UInt8 = 1
    static let real: UInt8 = 2
    static let text: UInt8 = 3
    static let blob: UInt8 = 4
  }

  /// The bytes of a key.
  static func key(_ key: RecordKey) -> [UInt8] {
    var bytes: [UInt8] = []
    append(key, to: &bytes)
    return bytes
  }

  /// Appends the bytes of a key.
  static func append(_ key: RecordKey, to bytes: inout [UInt8]) {
    switch key {
    case .integer(let value):
      append(Tag.integer, UInt64(bitPattern: value) ^ UInt64(1) << 63, to: &bytes)
    case .text(let text):
      bytes.append(Tag.text)
      bytes.append(contentsOf: text.utf8)
    case .blob(let data):
      bytes.append(Tag.blob)
      bytes.append(contentsOf: data)
    }
  }

  /// Appends the bytes of a value, behind which a key may follow.
  static func append(_ value: StoredValue, to bytes: inout [UInt8]) {
    switch value {
    case .null: bytes.append(Tag.null)
    case .integer(let value):
      append(Tag.integer, UInt64(bitPattern: value) ^ UInt64(1) << 63, to: &bytes)
    case .real(let value):
      let bits = value.bitPattern
      append(Tag.real, bits >> 63 == 0 ? bits ^ UInt64(1) << 63 : ~bits, to: &bytes)
    case .text(let text):
      bytes.append(Tag.text)
      appendEscaped(text.utf8, to: &bytes)
    case .blob(let data):
      bytes.append(Tag.blob)
      appendEscaped(data, to: &bytes)
    }
  }

  private static func append(_ tag: UInt8, _ value: UInt64, to bytes: inout [UInt8]) {
    bytes.append(tag)
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }

  private static func appendEscaped(_ other: some Sequence<UInt8>, to bytes: inout [UInt8]) {
    for byte in other {
      bytes.append(byte)
      if byte == 0 { bytes.append(.max) }
    }
    bytes.append(0)
    bytes.append(0)
  }

  /// The key that bytes are those of; nil for bytes that ``append(_:to:)-(RecordKey,_)`` did not make.
  static func key(in bytes: ArraySlice<UInt8>) -> RecordKey? {
    let rest = bytes.dropFirst()
    switch bytes.first {
    case Tag.integer:
      guard rest.count == 8 else { return nil }
      let bits = rest.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return .integer(Int64(bitPattern: bits ^ UInt64(1) << 63))
    case Tag.text: return .text(String(decoding: rest, as: UTF8.self))
    case Tag.blob: return .blob(Data(rest))
    default: return nil
    }
  }

  /// Whether bytes are those of a key of a kind, but for what is in texts.
  static func begins(_ bytes: ArraySlice<UInt8>, asKeyOf kind: RecordKey.Kind) -> Bool {
    guard bytes.count <= TableRules.maximumKeyByteCount + 1 else { return false }
    switch (bytes.first, kind) {
    case (Tag.integer, .integer): return bytes.count == 9
    case (Tag.text, .text), (Tag.blob, .blob): return true
    default: return false
    }
  }

  /// Whether bytes are those of a key of a kind that ``TableRules`` take.
  static func isKey(_ bytes: ArraySlice<UInt8>, of kind: RecordKey.Kind) -> Bool {
    guard begins(bytes, asKeyOf: kind) else { return false }
    guard kind == .text else { return true }
    let text = bytes.dropFirst()
    return !text.contains(0) && String(validating: text, as: UTF8.self) != nil
  }

  /// Bytes of the longest value that may be indexed: zeros take two.
  static let maximumValueByteCount = 2 * TableRules.maximumKeyByteCount + 3

  /// How many bytes the value has that bytes begin with.
  static func valueByteCount(_ bytes: ArraySlice<UInt8>) -> Int {
    switch bytes.first {
    case Tag.integer, Tag.real: return min(9, bytes.count)
    case Tag.text, Tag.blob:
      var index = bytes.startIndex + 1
      while index + 1 < bytes.endIndex {
        if bytes[index] == 0 {
          if bytes[index + 1] == 0 { return index + 2 - bytes.startIndex }
          index += 1
        }
        index += 1
      }
      return bytes.count
    default: return min(1, bytes.count)
    }
  }

  /// The first bytes behind all that begin with some; nil if nothing is.
  static func successor(of bytes: [UInt8]) -> [UInt8]? {
    var bytes = bytes
    while let last = bytes.popLast() {
      guard last < .max else { continue }
      bytes.append(last + 1)
      return bytes
    }
    return nil
  }
}
