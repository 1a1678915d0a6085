/// What stands once in an archive: types, keys, shapes, and the kinds they use.
package struct ArchiveDefinitions: Sendable {
  package var types: [ArchivedTypeRow] = []
  package var keys: [String] = []
  package var shapes: [ArchiveShape] = []
  package var kinds = KindTable()
  /// Types that objects name whose bodies are no records, in the order of their first use.
  package var bodyTypes: [Int] = []
  /// Rows read or written so far.
  package var rowCount = 0

  /// The numbers of the keys, where they are at hand.
  package var keyNumbers: [String.UTF8View.Digest: UInt32]?

  /// Keys and type names as bytes, for finding repeated ones.
  var keyBytes: Set<[UInt8]> = []
  var typeIdentities: Set<[UInt8]> = []
  /// Fields of all shapes that were read.
  var fieldCount = 0

  package init() {}

  /// The name of a type with its generic arguments: `Box<Int, Array<String>>`.
  ///
  /// Arguments name earlier rows only, so this ends; its result is cut at 4,096 characters.
  package func fullName(ofType index: Int) -> String {
    var pieces: [String] = []
    var length = 0
    var stack: [(text: String?, type: Int)] = [(nil, index)]
    while let (text, type) = stack.popLast(), length < 4_096 {
      if let text {
        pieces.append(text)
        length += text.utf8.count
        continue
      }
      let row = types[type]
      pieces.append(row.name)
      length += row.name.utf8.count
      guard !row.arguments.isEmpty else { continue }
      stack.append((">", 0))
      for (position, argument) in row.arguments.prefix(1_024).enumerated().reversed() {
        stack.append((nil, argument))
        stack.append((position == 0 ? "<" : ", ", 0))
      }
    }
    return pieces.joined()
  }
}
