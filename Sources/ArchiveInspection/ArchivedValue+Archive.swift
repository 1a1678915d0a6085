public import ArchiveCompression
public import ArchiveFormat

extension ArchivedValue {
  /// The bytes of an archive with this value as its one unnamed root.
  ///
  /// The bytes depend on the value and the layout alone. References to objects outside the value
  /// bring those objects along, under new numbers.
  ///
  /// - Throws: ``ArchiveError/Code/duplicateKey`` for a record with one key twice,
  ///   ``ArchiveError/Code/limitExceeded`` for more than `maximumDepth` levels of nesting, and
  ///   ``ArchiveError/Code/invalidValue`` for a compression level that zlib does not know.
  public func archived(
    as layout: ArchiveLayout = ArchiveLayout(),
    maximumDepth: Int = ArchiveLimits.untrusted.maximumDepth
  ) throws(ArchiveError) -> [UInt8] {
    try ArchiveAssembler(layout).assemble(TapeCopy.tape(of: self), maximumDepth: maximumDepth)
  }
}
