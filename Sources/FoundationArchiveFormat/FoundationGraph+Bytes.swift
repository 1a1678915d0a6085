public import ArchiveFormat
public import PropertyListFormat

extension FoundationGraph {
  /// The bytes of a keyed archive of this graph. O(bytes) for the binary form of a binary file.
  ///
  /// The canonical dump of the new file is that of this one. Objects that are not reached are left out, and classes that are alike are
  /// one. The name of the archiver stays.
  ///
  /// - Parameter form: The form of the property list.
  /// - Throws: ``ArchiveError`` with the code ``ArchiveError/Code/invalidValue`` and the path of a value that XML cannot hold, as
  ///   `PropertyListWriter` says; ``ArchiveError/Code/limitExceeded`` for a binary file of more than 4 GiB.
  public func bytes(_ form: PropertyList.Form = .binary) throws(ArchiveError) -> [UInt8] {
    var writer = GraphWriter(self, form)
    return try writer.write()
  }

  /// Returns true for an entry of `$objects` that can be reached from the roots.
  func isReached(_ entry: Int) -> Bool { numbers[entry] > 0 }
}
