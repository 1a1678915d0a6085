/// Where an archive goes that is written piece by piece.
public struct ArchiveOutput {
  /// Writes all of the bytes behind those before.
  let write: ([UInt8]) throws -> Void

  /// An output that hands every piece to a function, which writes all of it or throws.
  public init(_ write: @escaping ([UInt8]) throws -> Void) { self.write = write }

  /// Writes to an open file, pipe or socket from its present position on. It is not closed.
  ///
  /// What the system refuses is ``ArchiveError/Code/inputOutput``.
  public init(descriptor: Int32) {
    self.init { try DescriptorIO.write($0, to: descriptor) }
  }
}
