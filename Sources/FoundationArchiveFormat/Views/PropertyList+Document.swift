package import ArchiveFormat
package import PropertyListFormat

extension PropertyList {
  /// All values of the list as a document with one unnamed root. O(values), without recursion.
  ///
  /// Dictionaries are maps in file order. A reference, which a plain property list should not have, is an extension `UID` of its number.
  /// Text with surrogates that are not paired is an extension `UTF-16` of the text with U+FFFD in their places. Keys are ``PlainKey``.
  ///
  /// - Throws: ``ArchiveError`` with the code ``ArchiveError/Code/malformedPropertyList`` or ``ArchiveError/Code/limitExceeded``. A
  ///   container counts as often as it is mentioned, with all values in it.
  package func plainDocument() throws(ArchiveError) -> ArchivedDocument {
    var walk = ListWalk(self)
    var tape = ListTape()
    try walk.forEachEvent(in: root) { event throws(ArchiveError) in
      switch event {
      case .key(let text): tape.setKey(tape.number(ofKey: plainKey(text)))
      case .beginArray: tape.begin(.array)
      case .beginSet: tape.begin(.set)
      case .beginDictionary: tape.begin(.keyedMap)
      case .end: tape.end()
      case .leaf(let value): tape.add(value, self)
      }
    }
    return tape.document([ArchivedRoot(name: "", cell: 0)])
  }
}
