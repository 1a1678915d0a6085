/// Passes over values where a ``ContentScanner`` would only check and count them.
package protocol ValuePasser {
  /// The offset of the end of a value whose bytes keep all rules of the format and that holds no object; nil if the passer does not know that.
  ///
  /// - Parameters:
  ///   - kind: The kind of the value.
  ///   - start: The offset of its payload in the content; of its tag, if the kind is any.
  ///   - depth: Containers that are open around the value.
  ///   - counts: The numbers of values that there may be. Those that were passed over are taken off.
  func end(
    of kind: KindID, at start: Int, in content: [UInt8], _ definitions: ArchiveDefinitions,
    depth: Int, _ counts: inout PassedCounts
  ) -> Int?
}

/// The numbers of further values that there may be.
package struct PassedCounts {
  package var values: Int
  /// Values that take no bytes, which are among those.
  package var zeroWidthValues: Int

  package init(values: Int, zeroWidthValues: Int) {
    (self.values, self.zeroWidthValues) = (values, zeroWidthValues)
  }
}
