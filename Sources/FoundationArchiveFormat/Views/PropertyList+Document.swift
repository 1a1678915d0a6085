package import ArchiveFormat
package import PropertyListFormat

extension PropertyList {
  /// All values of the list as a document with one unnamed root. O(values), without recursion.
  ///
  /// Dictionaries are maps in file order. A reference, which a plain property list should not have, is an extension `propertylist.reference` of its number.
  /// Text with surrogates that are not paired is an extension `propertylist.utf16` of the text with U+FFFD in their places. Keys are ``PlainKey``.
  ///
  /// - Throws: ``ArchiveError`` with the code ``ArchiveError/Code/malformedPropertyList`` or ``ArchiveError/Code/limitExceeded``. A
  ///   container counts as often as it is mentioned, with all values in it.
  package func plainDocument() throws(ArchiveError) -> ArchivedDocument {
    var walk = ListWalk(self)
    var tape = ListTape()
    // By number of a key in the walk: its number on the tape, plus 1.
    var tapeKeys: [UInt32] = []
    try walk.forEachEvent(in: root, of: self) { event throws(ArchiveError) in
      switch event {
      case .key(let text, let number):
        while tapeKeys.count <= number { tapeKeys.append(0) }
        if tapeKeys[number] == 0 { tapeKeys[number] = tape.number(ofKey: plainKey(text)) + 1 }
        tape.setKey(tapeKeys[number] - 1)
      case .beginArray: tape.begin(.array)
      case .beginSet: tape.begin(.set)
      case .beginDictionary: tape.begin(.keyedMap)
      case .end: tape.end()
      case .leaf(let value): tape.add(value, self)
      case .reference(let number): tape.add(.reference(number), self)
      }
    }
    return tape.document([ArchivedRoot(name: "", cell: 0)])
  }
}
