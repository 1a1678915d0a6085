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
    return try encodeRoots(isDirect: true, body)
  }

  /// - Parameter isDirect: False for the general way.
  package func encodeRoots(
    isDirect: Bool, _ body: (inout RootsEncoder) throws -> Void
  ) throws -> Data {
    let writer = RootsWriter(self, isDirect: isDirect)
    defer { writer.end() }
    var encoder = RootsEncoder(writer)
    try body(&encoder)
    return try writer.archive()
  }
}
