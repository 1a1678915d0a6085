internal import ArchiveFormat
#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A leaf that is read from bytes where it stands with its own kind.
protocol DirectLeaf: ArchiveLeaf, Decodable {
  /// The code of the kind it is read as.
  static var directCode: UInt8 { get }
  /// Whether each takes the same count of bytes, which are those of the value in memory.
  static var isPlain: Bool { get }
  /// The value at the cursor; nil, with the cursor anywhere, where it cannot be read like this.
  static func read(_ state: Ref<DirectState>) -> Self?
  /// Reads a value to where it belongs; false, with nothing there, if it cannot be read.
  static func read(into target: UnsafeMutableRawPointer, _ state: Ref<DirectState>) -> Bool
  /// Reads a value to where an optional of its type belongs; false, with nothing there, if it cannot be read.
  static func readPresent(
    into target: UnsafeMutableRawPointer, _ state: Ref<DirectState>
  ) -> Bool
  /// Reads a row of values to where a value of type `[Self]` is to be.
  static func readRow(_ count: Int, _ state: Ref<DirectState>) -> [Self]?
}

extension DirectLeaf {
  static var isPlain: Bool { false }

  /// Reads a value to where it belongs; false, with nothing there, if it cannot be read.
  static func read(into target: UnsafeMutableRawPointer, _ state: Ref<DirectState>) -> Bool {
    guard Scratch.fits(Self.self), let value = read(state)
    else { return false }
    unsafe target.initializeMemory(as: Self.self, to: value)
    return true
  }

  static func readPresent(
    into target: UnsafeMutableRawPointer, _ state: Ref<DirectState>
  ) -> Bool {
    guard let value = read(state) else { return false }
    unsafe target.initializeMemory(as: Self?.self, to: value)
    return true
  }

  static func readRow(_ count: Int, _ state: Ref<DirectState>) -> [Self]? {
    // Where elements take bytes, more of them than bytes cannot be there.
    guard count <= state.pointee.cursor.remaining else { return nil }
    // Who fills the array that all empty ones share writes to what other threads read.
    guard count > 0 else { return [] }
    guard !isPlain else { return readPlainRow(count, state) }
    var isWhole = true
    let row = unsafe [Self](unsafeUninitializedCapacity: count) { target, built in
      while built < count, let value = read(state) {
        unsafe (target.baseAddress.unsafelyUnwrapped + built).initialize(to: value)
        built += 1
      }
      isWhole = built == count
    }
    return isWhole ? row : nil
  }

  private static func readPlainRow(_ count: Int, _ state: Ref<DirectState>) -> [Self]? {
    #if _endian(little)
      let (byteCount, overflow) = count.multipliedReportingOverflow(by: MemoryLayout<Self>.size)
      guard !overflow, byteCount <= state.pointee.cursor.remaining else { return nil }
      return unsafe [Self](unsafeUninitializedCapacity: count) { target, built in
        guard let start = target.baseAddress else { return }
        _ = unsafe state.pointee.cursor.copy(byteCount, to: UnsafeMutableRawPointer(start))
        built = count
      }
    #else
      return nil
    #endif
  }
}

protocol DirectSigned: DirectLeaf, FixedWidthInteger, SignedInteger {}
extension DirectSigned {
  @inline(__always) static var directCode: UInt8 { KindCode.int }
  @inline(__always)
  static func read(_ state: Ref<DirectState>) -> Self? {
    guard let value = state.pointee.cursor.zigzag() else { return nil }
    return Self(exactly: value)
  }
}

protocol DirectUnsigned: DirectLeaf, FixedWidthInteger, UnsignedInteger {}
extension DirectUnsigned {
  @inline(__always) static var directCode: UInt8 { KindCode.uint }
  @inline(__always)
  static func read(_ state: Ref<DirectState>) -> Self? {
    guard let value = state.pointee.cursor.varint() else { return nil }
    return Self(exactly: value)
  }
}

protocol DirectPlain: DirectLeaf {}
extension DirectPlain {
  static var isPlain: Bool { true }
  @inline(__always)
  static func read(_ state: Ref<DirectState>) -> Self? {
    #if _endian(little)
      state.pointee.cursor.plain(Self.self)
    #else
      nil
    #endif
  }
}

extension Int: DirectSigned {}
extension Int16: DirectSigned {}
extension Int32: DirectSigned {}
extension Int64: DirectSigned {}
extension UInt: DirectUnsigned {}
extension UInt16: DirectUnsigned {}
extension UInt32: DirectUnsigned {}
extension UInt64: DirectUnsigned {}
extension Int8: DirectPlain { @inline(__always) static var directCode: UInt8 { KindCode.int8 } }
extension UInt8: DirectPlain { @inline(__always) static var directCode: UInt8 { KindCode.uint8 } }
extension Int128: DirectPlain { @inline(__always) static var directCode: UInt8 { KindCode.int128 } }
extension UInt128: DirectPlain {
  @inline(__always) static var directCode: UInt8 { KindCode.uint128 }
}
extension Float: DirectPlain { @inline(__always) static var directCode: UInt8 { KindCode.float32 } }
extension Double: DirectPlain {
  @inline(__always) static var directCode: UInt8 { KindCode.float64 }
}
extension UUID: DirectPlain { @inline(__always) static var directCode: UInt8 { KindCode.uuid } }

extension Bool: DirectLeaf {
  @inline(__always) static var directCode: UInt8 { KindCode.bool }
  @inline(__always)
  static func read(_ state: Ref<DirectState>) -> Bool? {
    guard let byte = state.pointee.cursor.fixed(UInt8.self), byte <= 1 else { return nil }
    return byte == 1
  }
  static func readRow(_ count: Int, _ state: Ref<DirectState>) -> [Bool]? {
    guard count > 0 else { return [] }
    let bits = state.pointee.cursor.mark
    let byteCount = count / 8 + (count % 8 == 0 ? 0 : 1)
    let padding: UInt8 = count % 8 == 0 ? 0 : ~0 << UInt8(truncatingIfNeeded: count % 8)
    guard state.pointee.cursor.bitRow(byteCount: byteCount, paddingMask: padding) else {
      return nil
    }
    return unsafe [Bool](unsafeUninitializedCapacity: count) { target, built in
      for index in 0..<count {
        let mask = 1 as UInt8 &<< UInt8(truncatingIfNeeded: index & 7)
        unsafe (target.baseAddress.unsafelyUnwrapped + index)
          .initialize(to: bits.bit(index >> 3, mask))
      }
      built = count
    }
  }
}

extension String: DirectLeaf {
  @inline(__always) static var directCode: UInt8 { KindCode.string }
  @inline(__always)
  static func read(_ state: Ref<DirectState>) -> String? {
    guard let byteCount = state.pointee.cursor.byteCount(), state.charge(byteCount) else {
      return nil
    }
    return state.pointee.cursor.text(byteCount)
  }
}

extension Data: DirectLeaf {
  @inline(__always) static var directCode: UInt8 { KindCode.data }
  static func read(_ state: Ref<DirectState>) -> Data? {
    guard let byteCount = state.pointee.cursor.byteCount(), state.charge(byteCount),
      let block = state.pointee.cursor.block(byteCount)
    else { return nil }
    return unsafe Data(block.buffer)
  }
}

extension Date: DirectLeaf {
  @inline(__always) static var directCode: UInt8 { KindCode.date }
  @inline(__always)
  static func read(_ state: Ref<DirectState>) -> Date? {
    Double.read(state).map { Date(timeIntervalSinceReferenceDate: $0) }
  }
}

extension Decimal: DirectLeaf {
  static var directCode: UInt8 { KindCode.decimal }
  static func read(_ state: Ref<DirectState>) -> Decimal? {
    state.pointee.cursor.decimal().flatMap { Decimal(parts: $0) }
  }
}

extension URL: DirectLeaf {
  static var directCode: UInt8 { KindCode.url }
  static func read(_ state: Ref<DirectState>) -> URL? {
    state.pointee.cursor.urlParts().flatMap { URL(parts: $0) }
  }
}

extension Ref<DirectState> {
  /// Counts bytes that are about to be built; false if they are too many.
  @inline(__always)
  func charge(_ count: Int) -> Bool {
    guard count <= pointee.byteCount else { return false }
    pointee.byteCount &-= count
    return true
  }
}

extension DirectLeaf {
  /// What this type makes of the leaf of another kind at the cursor; nil, with the cursor anywhere, if it makes nothing of it.
  static func converted(_ code: UInt8, _ state: Ref<DirectState>) -> Self? {
    guard code != KindCode.string || convertsText, let other = OtherLeaf(code, state),
      let value = converted(other)
    else { return nil }
    // The text of another value may be longer than what stands there.
    if let text = value as? String, !state.charge(text.utf8.count) { return nil }
    return value
  }

  /// Makes a value of the leaf of another kind at the cursor where it belongs; false, with nothing there, if it makes none.
  static func readConverted(
    into target: UnsafeMutableRawPointer, _ code: UInt8, _ state: Ref<DirectState>
  ) -> Bool {
    guard Scratch.fits(Self.self), let value = converted(code, state) else { return false }
    unsafe target.initializeMemory(as: Self.self, to: value)
    return true
  }
}

extension ArchivedDocument {
  /// What leaves without bytes of their own are read with.
  static let empty = ArchivedDocument(
    cells: [], bytes: [], objects: [], roots: [], definitions: ArchiveDefinitions())
}
