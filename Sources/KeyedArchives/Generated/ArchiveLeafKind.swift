internal import ArchiveFormat

/// The kind of a leaf in an archive (Spec, section 6).
public struct ArchiveLeafKind: Equatable, Sendable {
  let code: UInt8

  init(_ kind: ArchiveKind) { code = kind.rawValue }

  static let bool = ArchiveLeafKind(.bool)
  static let int = ArchiveLeafKind(.int)
  static let uint = ArchiveLeafKind(.uint)
  static let int8 = ArchiveLeafKind(.int8)
  static let uint8 = ArchiveLeafKind(.uint8)
  static let int128 = ArchiveLeafKind(.int128)
  static let uint128 = ArchiveLeafKind(.uint128)
  static let float32 = ArchiveLeafKind(.float32)
  static let float64 = ArchiveLeafKind(.float64)
  static let string = ArchiveLeafKind(.string)
  static let data = ArchiveLeafKind(.data)
  static let date = ArchiveLeafKind(.date)
  static let uuid = ArchiveLeafKind(.uuid)
}
