public import ArchiveFormat

extension PropertyList {
  /// The bytes of the same list in a form: a binary list as XML, XML as a binary list, or either anew. O(bytes) for a binary list.
  ///
  /// Dictionaries keep their order, and references stay references. XML has a value as often as it is mentioned, within the limits that the list
  /// was read with.
  ///
  /// - Parameter form: The form to write.
  /// - Throws: ``ArchiveError`` with the code ``ArchiveError/Code/malformedPropertyList`` for values that break their
  ///   form, ``ArchiveError/Code/invalidValue`` for what the form to write cannot hold, as ``PropertyListWriter`` says,
  ///   ``ArchiveError/Code/limitExceeded``.
  public func bytes(_ form: Form) throws(ArchiveError) -> [UInt8] {
    var check = ListCheck(self)
    try check.check()
    var copy = PropertyListCopy(self, form)
    try copy.add(root, numberOf: { $0 }, at: ArchivePath())
    return try copy.writer.finish()
  }
}
