/// A value that was looked for in content.
package enum FoundValue {
  /// The value as a document of its own.
  case document(ArchivedDocument)
  /// A value of many others, none of them an object.
  case checked(CheckedValue)
}

/// A value whose bytes were checked, and of which nothing else is kept.
package struct CheckedValue: Sendable {
  package let content: [UInt8]
  /// The bytes of its payload in the content, from its tag on if the kind is any.
  package let range: Range<Int>
  package let kind: KindID
  package let definitions: ArchiveDefinitions

  package init(
    content: [UInt8], range: Range<Int>, kind: KindID, definitions: ArchiveDefinitions
  ) {
    self.content = content
    self.range = range
    self.kind = kind
    self.definitions = definitions
  }

  /// The value as a document of its own.
  package func document(_ limits: ArchiveLimits) throws(ArchiveError) -> ArchivedDocument {
    var scanner = ContentScanner(
      content, from: range.lowerBound, definitions: definitions, limits: limits)
    return try scanner.scanPiece(kind, depth: 0)
  }
}
