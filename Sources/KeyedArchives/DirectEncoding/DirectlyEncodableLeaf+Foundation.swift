internal import ArchiveFormat
#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension Date: DirectlyEncodableLeaf {
  static var kindCode: UInt8 { KindCode.date }

  static func put(_ value: UnsafeRawPointer, _ state: UnsafeMutablePointer<EncoderState>) {
    unsafe state.pointee.put(
      value.assumingMemoryBound(to: Date.self).pointee.timeIntervalSinceReferenceDate)
  }
}

extension UUID: DirectlyEncodableLeaf {
  static var kindCode: UInt8 { KindCode.uuid }

  static func put(_ value: UnsafeRawPointer, _ state: UnsafeMutablePointer<EncoderState>) {
    unsafe state.pointee.put(value.assumingMemoryBound(to: UUID.self).pointee.uuid)
  }
}

extension Data: DirectlyEncodableLeaf {
  static var kindCode: UInt8 { KindCode.data }

  static func put(_ value: UnsafeRawPointer, _ state: UnsafeMutablePointer<EncoderState>) {
    unsafe value.assumingMemoryBound(to: Data.self).pointee.withUnsafeBytes { bytes in
      unsafe state.pointee.putCounted(
        bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
    }
  }
}

/// Leaves that are seldom enough to go through a cell.
protocol CellEncodedLeaf: DirectlyEncodableLeaf, ArchiveLeaf {}

extension CellEncodedLeaf {
  static func put(_ value: UnsafeRawPointer, _ state: UnsafeMutablePointer<EncoderState>) {
    var tape = ArchiveTape()
    let cell = unsafe value.assumingMemoryBound(to: Self.self).pointee.cell(&tape)
    unsafe tape.bytes[cell.byteRange].withUnsafeBytes { bytes in
      if let start = bytes.baseAddress { unsafe state.pointee.putBytes(start, bytes.count) }
    }
  }
}

extension URL: CellEncodedLeaf {
  static var kindCode: UInt8 { KindCode.url }
}

extension Decimal: CellEncodedLeaf {
  static var kindCode: UInt8 { KindCode.decimal }
}
