internal import ArchiveCompression
internal import ArchiveFormat
#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension KeyedArchiver {
  /// The archive of several roots, which share their objects.
  ///
  /// ```swift
  /// let data = try archiver.encodeRoots { roots in
  ///   try roots.encode(library, named: "library")
  ///   try roots.encode(playlists, named: "playlists")
  /// }
  /// let roots = try unarchiver.roots(of: data)
  /// let library = try roots.decode(Library.self, named: "library")
  /// ```
  ///
  /// - Throws: What `body` throws; ``ArchiveError/Code/invalidValue`` if it adds no root.
  public func encodeRoots(_ body: (inout RootsEncoder) throws -> Void) throws -> Data {
    if stackByteCount > 0 { return try onLargeStack { try $0.encodeRoots(body) } }
    let session = session()
    defer { session.end() }
    var encoder = RootsEncoder(session)
    try body(&encoder)
    guard !encoder.roots.isEmpty else {
      throw ArchiveError(.invalidValue, "an archive has at least one root")
    }
    let tape = try session.tape(ofRoots: encoder.roots)
    return Data(
      try ArchiveAssembler(layout(session.furtherCost(self))).assemble(
        tape, maximumDepth: maximumDepth))
  }
}
