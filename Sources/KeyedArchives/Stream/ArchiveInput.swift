#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Where an archive comes from that is read piece by piece.
public struct ArchiveInput {
  /// Reads the next bytes, some but at most as many as asked for; none at the end.
  let read: (Int) throws -> [UInt8]

  /// An input that asks a function for the next bytes: for at least one and at most as many as it is
  /// told, or none at the end.
  public init(_ read: @escaping (_ maximumByteCount: Int) throws -> [UInt8]) { self.read = read }

  /// Reads an open file, pipe or socket from its present position on. It is not closed.
  ///
  /// What the system refuses is ``ArchiveError/Code/inputOutput``.
  public init(descriptor: Int32) {
    self.init { try DescriptorIO.read(descriptor, $0) }
  }

  /// Reads data: only the part that is being read is copied. Prefer ``init(descriptor:)`` for a file. If data is mapped from a file
  /// that another process truncates, the system kills the reader.
  public init(_ data: Data) {
    var position = data.startIndex
    self.init { count in
      let next = data[position...].prefix(count)
      position = next.endIndex
      return [UInt8](next)
    }
  }
}
