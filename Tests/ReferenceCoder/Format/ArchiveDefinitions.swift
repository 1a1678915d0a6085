/// The types, keys, shapes, kinds and names of extensions that an archive holds once.
struct ArchiveDefinitions: Sendable {
  var types: [ArchivedTypeRow] = []
  var keys: [String] = []
  var shapes: [ArchiveShape] = []
  var extensions: [String] = []
  var kinds = KindTable()
  /// Types that objects name whose bodies are no records, in the order of their first use.
  var bodyTypes: [Int] = []
  /// Rows read or written so far.
  var rowCount = 0
  /// Keys and type names as bytes, for finding repeated ones.
  var keyBytes: Set<Digest> = []
  var typeRows: Set<ArchivedTypeRow> = []
  /// Fields of all shapes.
  var fieldCount = 0

  /// The name of a type with its generic arguments: `Box<Int, Array<String>>`.
  ///
  /// Arguments name earlier rows only, so this ends; its result is cut at 4,096 characters.
  func fullName(ofType index: Int) -> String {
    var name = types[index].name
    // One argument is looked at for each piece of text: a type may have a great many.
    var open = [(type: index, next: 0)]
    while let (type, next) = open.last, name.utf8.count < 4_096 {
      guard next < types[type].arguments.count else {
        open.removeLast()
        if next > 0 { name += ">" }
        continue
      }
      open[open.count - 1].next += 1
      let argument = types[type].arguments[next]
      name += next == 0 ? "<" : ", "
      name += types[argument].name
      open.append((argument, 0))
    }
    return name
  }
}
