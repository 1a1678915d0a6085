internal import ArchiveFormat
#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension Bool: ArchiveLeaf {
  func cell(_ tape: inout ArchiveTape) -> ArchiveCell {
    ArchiveCell(.bool, payload: self ? 1 : 0)
  }
  static func value(_ cell: ArchiveCell, _ document: ArchivedDocument) -> Bool? {
    cell.kind == .bool ? cell.payload != 0 : nil
  }
  static var packedKind: ArchiveKind? { .bool }
  static func pack(_ values: [Bool], _ sink: inout ByteSink) {
    let row = sink.bitRow(bitCount: values.count)
    for (index, value) in values.enumerated() where value { sink.setBit(index, from: row) }
  }
}

extension Float: ArchiveLeaf {
  func cell(_ tape: inout ArchiveTape) -> ArchiveCell {
    ArchiveCell(.float32, payload: UInt64(bitPattern))
  }

  static func value(_ cell: ArchiveCell, _ document: ArchivedDocument) -> Float? {
    cell.kind == .float32 ? Float(bitPattern: UInt32(truncatingIfNeeded: cell.payload)) : nil
  }
  static func converted(_ other: OtherLeaf) -> Float? { other.nearest(Float.self) }
  static var packedKind: ArchiveKind? { .float32 }
  static func pack(_ values: [Float], _ sink: inout ByteSink) {
    sink.fixedRow(values)
  }
  static func unpack(_ row: PackedRow) -> [Float]? {
    row.element == .float32 ? row.fixedElements(as: Float.self) : nil
  }
}

extension Double: ArchiveLeaf {
  func cell(_ tape: inout ArchiveTape) -> ArchiveCell {
    ArchiveCell(.float64, payload: bitPattern)
  }

  static func value(_ cell: ArchiveCell, _ document: ArchivedDocument) -> Double? {
    cell.kind == .float64 ? Double(bitPattern: cell.payload) : nil
  }
  /// The seconds of a date are what `Date` itself encodes for other coders.
  static func converted(_ other: OtherLeaf) -> Double? {
    if case .date(let seconds) = other { return seconds }
    return other.nearest(Double.self)
  }
  static var packedKind: ArchiveKind? { .float64 }
  static func pack(_ values: [Double], _ sink: inout ByteSink) {
    sink.fixedRow(values)
  }
  static func unpack(_ row: PackedRow) -> [Double]? {
    row.element == .float64 ? row.fixedElements(as: Double.self) : nil
  }
}

extension String: ArchiveLeaf {
  func cell(_ tape: inout ArchiveTape) -> ArchiveCell {
    var text = self
    return text.withUTF8 { unsafe ArchiveCell(.string, bytes: $0, &tape) }
  }
  static func value(_ cell: ArchiveCell, _ document: ArchivedDocument) -> String? {
    cell.kind == .string ? String(decoding: document.bytes[cell.byteRange], as: UTF8.self) : nil
  }
  static func converted(_ other: OtherLeaf) -> String? {
    switch other {
    case .uuid(let uuid): uuid.uuidString
    case .url(let url): url.absoluteString
    case .decimal: other.decimal.flatMap { $0.isNaN ? nil : $0.description }
    default: nil
    }
  }
}
