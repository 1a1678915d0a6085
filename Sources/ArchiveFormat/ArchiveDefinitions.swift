/// The types, keys, shapes, kinds and names of extensions that an archive holds once.
package struct ArchiveDefinitions: Sendable {
  package var types: GrowingArray<ArchivedTypeRow> = []
  package var keys: GrowingArray<String> = []
  package var shapes: GrowingArray<ArchiveShape> = []
  package var extensions: GrowingArray<String> = []
  package var kinds = KindTable()
  /// Types that objects name whose bodies are no records, in the order of their first use.
  package var bodyTypes: [Int] = []
  /// Extensions that values name, in the order of their first use.
  package var usedExtensions: [Int] = []
  /// Rows read or written so far.
  package var rowCount = 0

  /// The numbers of the keys, where they are at hand.
  package var keyNumbers: [String.UTF8View.Digest: UInt32]?

  /// Keys and type names as bytes, for finding repeated ones.
  var keyBytes: Set<[UInt8]> = []
  var typeIdentities: Set<[UInt8]> = []
  var extensionNames: Set<String.UTF8View.Digest> = []
  /// Fields of all shapes.
  var fieldCount = 0

  package init() {}

  /// The same for who reads values, and no further definitions: changing the originals does not copy what only that needs.
  package var forValues: ArchiveDefinitions {
    var definitions = self
    definitions.keyBytes = []
    definitions.typeIdentities = []
    definitions.extensionNames = []
    return definitions
  }

  /// True if readers take so many rows and so many fields. O(shapes).
  package var areTakenByReaders: Bool {
    let limits = ArchiveLimits.untrusted
    return types.count + shapes.count <= limits.maximumDefinitionCount
      && shapes.reduce(0) { $0 + $1.fields.count } <= limits.maximumTotalFieldCount
  }

  /// About how many bytes of memory a copy takes that definitions are added to: what is known of all of them is made anew.
  package var byteCount: Int {
    types.count * MemoryLayout<ArchivedTypeRow>.stride
      + (keys.count + extensions.count) * MemoryLayout<String>.stride + shapes.count
      * MemoryLayout<ArchiveShape>.stride
      + fieldCount * MemoryLayout<ShapeField>.stride
  }

  /// The name of a type with its generic arguments: `Box<Int, Array<String>>`.
  ///
  /// Arguments name earlier rows only, so this ends; its result is cut at 4,096 characters.
  package func fullName(ofType index: Int) -> String {
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
