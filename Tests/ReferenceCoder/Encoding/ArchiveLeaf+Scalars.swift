#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension ArchiveCell {
  /// The number that is nearest to the one of a cell; nil if that is none, or larger than all of them.
  func nearest<Value: BinaryFloatingPoint & LosslessStringConvertible>(
    _: Value.Type, _ document: ArchivedDocument
  ) -> Value? {
    if isNaN(document) { return .nan }
    guard kind != .string, let literal = literal(document), let value = Value(literal) else {
      return nil
    }
    return value.isFinite ? value : nil
  }
}

extension Bool: ArchiveLeaf {
  func cell(_ tape: inout ArchiveTape) -> ArchiveCell {
    ArchiveCell(.bool, payload: self ? 1 : 0)
  }
  static func value(_ cell: ArchiveCell, _ document: ArchivedDocument) -> Bool? {
    cell.kind == .bool ? cell.payload != 0 : nil
  }
}

extension Float: ArchiveLeaf {
  func cell(_ tape: inout ArchiveTape) -> ArchiveCell {
    ArchiveCell(.float32, payload: UInt64(bitPattern))
  }

  /// The nearest number; nil for what is larger than all of them.
  static func value(_ cell: ArchiveCell, _ document: ArchivedDocument) -> Float? {
    switch cell.kind {
    case .float32: Float(bitPattern: UInt32(truncatingIfNeeded: cell.payload))
    case .float64: nearest(Float(Double(bitPattern: cell.payload)), cell, document)
    default: nearest(cell.nearest(Float.self, document), cell, document)
    }
  }

  /// A number that was rounded, unless that made it infinite.
  private static func nearest(
    _ value: Float?, _ cell: ArchiveCell, _ document: ArchivedDocument
  ) -> Float? {
    guard let value, value.isInfinite, cell.literal(document) != nil else { return value }
    return nil
  }
}

extension Double: ArchiveLeaf {
  func cell(_ tape: inout ArchiveTape) -> ArchiveCell {
    ArchiveCell(.float64, payload: bitPattern)
  }

  /// The nearest number; nil for what is larger than all of them.
  static func value(_ cell: ArchiveCell, _ document: ArchivedDocument) -> Double? {
    switch cell.kind {
    case .float64, .date: Double(bitPattern: cell.payload)
    case .float32: Double(Float(bitPattern: UInt32(truncatingIfNeeded: cell.payload)))
    default: cell.nearest(Double.self, document)
    }
  }
}

extension String: ArchiveLeaf {
  func cell(_ tape: inout ArchiveTape) -> ArchiveCell {
    ArchiveCell(.string, bytes: utf8, &tape)
  }
  static func value(_ cell: ArchiveCell, _ document: ArchivedDocument) -> String? {
    switch cell.kind {
    case .string: String(decoding: document.bytes[cell.byteRange], as: UTF8.self)
    case .uuid: UUID.value(cell, document)?.uuidString
    case .url: URL.value(cell, document)?.absoluteString
    case .decimal:
      cell.isNaN(document) ? nil : Decimal.value(cell, document).map { "\($0)" }
    default: nil
    }
  }
}
