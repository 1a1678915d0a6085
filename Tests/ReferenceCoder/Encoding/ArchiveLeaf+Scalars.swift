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

  /// Exact: a binary64 number or an integer that a binary32 number does not hold is none.
  static func value(_ cell: ArchiveCell, _ document: ArchivedDocument) -> Float? {
    switch cell.kind {
    case .float32: Float(bitPattern: UInt32(truncatingIfNeeded: cell.payload))
    case .float64:
      Double(bitPattern: cell.payload).isNaN
        ? Float(Double(bitPattern: cell.payload)) : Float(exactly: Double(bitPattern: cell.payload))
    default: cell.integer(Int128.self, document).flatMap { Float(exactly: $0) }
    }
  }
}

extension Double: ArchiveLeaf {
  func cell(_ tape: inout ArchiveTape) -> ArchiveCell {
    ArchiveCell(.float64, payload: bitPattern)
  }

  /// Exact: an integer or decimal that a binary64 number does not hold is none.
  static func value(_ cell: ArchiveCell, _ document: ArchivedDocument) -> Double? {
    switch cell.kind {
    case .float64, .date: Double(bitPattern: cell.payload)
    case .float32: Double(Float(bitPattern: UInt32(truncatingIfNeeded: cell.payload)))
    default: cell.integer(Int128.self, document).flatMap { Double(exactly: $0) }
    }
  }
}

extension String: ArchiveLeaf {
  func cell(_ tape: inout ArchiveTape) -> ArchiveCell {
    ArchiveCell(.string, bytes: utf8, &tape)
  }
  static func value(_ cell: ArchiveCell, _ document: ArchivedDocument) -> String? {
    cell.kind == .string ? String(decoding: document.bytes[cell.byteRange], as: UTF8.self) : nil
  }
}
