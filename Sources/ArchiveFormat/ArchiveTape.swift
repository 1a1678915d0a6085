/// Values on their way into an archive: a flat list that is only appended to.
///
/// Everything that writes builds one: the `Codable` encoder, ``ArchivedValueBuilder``, JSON import.
/// ``ShapeMatcher`` then gives its records shapes and ``ContentWriter`` writes it.
package struct ArchiveTape: Sendable {
  package var cells: [ArchiveCell] = []
  /// Names and cells of the roots, in order; by default an unnamed one that the first cell begins.
  package var roots = [ArchivedRoot(name: "", cell: 0)]
  /// True if the last of several values of one key counts, as `Codable` has it; otherwise several values are an error.
  package var keepsLastValues = false
  /// Cells of the objects that stand behind the roots, because only back references lead to them.
  package var tail: [Int] = []
  /// What leaves and packed rows refer to.
  package var bytes: [UInt8] = []
  package private(set) var keys: [String] = []
  package private(set) var types: [ArchivedTypeRow] = []
  /// The names of extensions.
  package private(set) var extensions: [String] = []
  package private(set) var keyNumbers: [String.UTF8View.Digest: UInt32] = [:]
  private var typeNumbers: [ArchivedTypeRow: Int] = [:]
  private var extensionNumbers: [String.UTF8View.Digest: UInt32] = [:]

  package init() {}

  /// The number of a key, the same for the same bytes.
  package mutating func number(ofKey key: String) -> UInt32 {
    let digest = key.utf8.digest
    if let known = keyNumbers[digest] { return known }
    let number = UInt32(truncatingIfNeeded: keys.count)
    keys.append(key)
    keyNumbers[digest] = number
    return number
  }

  package mutating func number(ofType row: ArchivedTypeRow) -> Int {
    if let known = typeNumbers[row] { return known }
    types.append(row)
    typeNumbers[row] = types.count - 1
    return types.count - 1
  }

  /// True if a record or map has several values of one key. O(cells).
  package var hasRepeatedKeys: Bool {
    cells.indices.contains { index in
      guard cells[index].kind == .record || cells[index].kind == .keyedMap else { return false }
      var seen: Set<UInt32> = []
      var child = index + 1
      while child < cells[index].next(after: index) {
        let cell = cells[child]
        if cell.kind != .absent, !seen.insert(cell.key).inserted { return true }
        child = cell.next(after: child)
      }
      return false
    }
  }

  /// Whether no name is that of a class and of another type: rows of one name are forms of one type.
  package var hasDistinctTypeNames: Bool {
    struct Name: Hashable {
      var text: String.UTF8View.Digest
      var arguments: [Int]
    }
    var isClass: [Name: Bool] = [:]
    return types.allSatisfy { type in
      let name = Name(text: type.name.utf8.digest, arguments: type.arguments)
      return isClass.updateValue(type.isClass, forKey: name) ?? type.isClass == type.isClass
    }
  }

  /// The number of an extension, the same for the same name.
  package mutating func number(ofExtension name: String) -> UInt32 {
    if let known = extensionNumbers[name.utf8.digest] { return known }
    let number = UInt32(truncatingIfNeeded: extensions.count)
    extensions.append(name)
    extensionNumbers[name.utf8.digest] = number
    return number
  }

  /// Completes the container at `index`: everything after it is inside.
  package mutating func close(_ index: Int, length: Int) {
    cells[index].length = length
    cells[index].payload = UInt64(truncatingIfNeeded: cells.count)
  }
}

extension String.UTF8View {
  /// A string that is compared by its bytes: `String` itself finds canonically equal texts equal.
  package struct Digest: Hashable, Sendable {
    private let text: String
    init(_ text: String) { self.text = text }

    package static func == (left: Digest, right: Digest) -> Bool {
      left.text.hasSameBytes(as: right.text)
    }

    package func hash(into hasher: inout Hasher) {
      var text = text
      text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }

  /// This text as a key that is compared by bytes.
  package var digest: Digest { Digest(String(self)) }
}
