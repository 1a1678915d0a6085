internal import ArchiveFormat
internal import PropertyListFormat

/// Writes a document of our own as a keyed archive of Foundation's: entry by entry, in the order in which references meet them.
///
/// It keeps lists of what is left to do and does not recurse. Each object of the document is one entry, and leaves that are alike are one.
struct DocumentArchiver {
  /// An entry of `$objects` that is still to be written.
  private enum Entry {
    /// An object, by its cell.
    case object(Int)
    /// A container without identity, by its cell.
    case collection(Int)
    case leaf(DocumentLeaf)
    case classRecord(ClassNames)
  }

  let document: ArchivedDocument
  let limits: PropertyListLimits
  var writer: PropertyListWriter
  var steps: [ArchiveStep] = []
  /// Containers of the property list that are open in the present entry.
  var depth = 0
  /// True once entries are written: a dictionary that is one may have no key `$class`, which would make it an object.
  private(set) var writesEntries = false
  /// The cell that is being written, for errors.
  var cell = 0
  private var entries: [Entry] = []
  private var valueCount = 0
  private var objectNumbers: [UInt32]
  private var leafNumbers: [DocumentLeaf: UInt32] = [:]
  private var classNumbers: [ClassNames: UInt32] = [:]
  private var rowNumbers: [Int: UInt32] = [:]
  /// Objects that stand where the edge to them does, and were written.
  private var writtenInline = Set<Int>()

  init(_ document: ArchivedDocument, _ form: PropertyList.Form, _ limits: PropertyListLimits) {
    self.document = document
    self.limits = limits
    writer = PropertyListWriter(form)
    objectNumbers = Array(repeating: 0, count: document.objects.count)
  }

  /// The bytes of the archive. Errors have the path of what has no form in it.
  mutating func write() throws(ArchiveError) -> [UInt8] {
    do throws(ArchiveError) {
      return try writeArchive()
    } catch {
      var error = error
      if error.path.isEmpty { error.path = document.path(toCell: cell) }
      throw error
    }
  }

  private mutating func writeArchive() throws(ArchiveError) -> [UInt8] {
    let roots = try DocumentRoots(document)
    try writer.beginDictionary()
    try writer.key("$version")
    try writer.integer(100_000)
    try writer.key("$archiver")
    try archiver(roots.archiver)
    try writer.key("$top")
    try writer.beginDictionary()
    for root in roots.roots {
      cell = root.cell
      try writer.key(utf8: root.key[...])
      try value(ArchivedValue(document, at: root.cell), .element)
      try work()
    }
    try writer.end()
    try writer.key("$objects")
    try writer.beginArray()
    try writer.string("$null")
    writesEntries = true
    var next = 0
    while next < entries.count {
      try write(entries[next])
      try work()
      next += 1
    }
    try writer.end()
    try writer.end()
    return try writer.finish()
  }

  private mutating func archiver(_ cell: Int?) throws(ArchiveError) {
    guard let cell else { return try writer.string(DocumentLabel.usualArchiver) }
    self.cell = cell
    guard let text = try text(ArchivedValue(document, at: cell)) else {
      throw refused("the name of the archiver is no text")
    }
    try writer.add(.string(utf8: text[...]))
  }

  private mutating func write(_ entry: Entry) throws(ArchiveError) {
    switch entry {
    case .object(let cell):
      self.cell = cell
      try object(ArchivedValue(document, at: cell))
    case .collection(let cell):
      self.cell = cell
      try collection(ArchivedValue(document, at: cell))
    case .leaf(let leaf): try write(leaf)
    case .classRecord(let names):
      try writer.beginDictionary()
      try writer.key("$classname")
      try writer.add(.string(utf8: names.name[...]))
      for (key, texts) in [("$classes", names.chain), ("$classhints", names.hints ?? [])]
      where !texts.isEmpty || key == "$classhints" && names.hints != nil {
        try writer.key(key)
        try writer.beginArray()
        for text in texts { try writer.add(.string(utf8: text[...])) }
        try writer.end()
      }
      try writer.end()
    }
  }

  // MARK: Numbers

  func refused(_ message: String) -> ArchiveError { ArchiveError(.invalidValue, message) }

  /// Counts a value, as readers do.
  mutating func count(_ count: Int = 1) throws(ArchiveError) {
    valueCount += count
    guard valueCount <= limits.maximumValueCount else {
      throw ArchiveError(
        .limitExceeded, "the archive has more than \(limits.maximumValueCount) values")
    }
  }

  private mutating func number(_ entry: Entry) throws(ArchiveError) -> UInt32 {
    entries.append(entry)
    // A place in `$objects` is a value to readers too, and so is the reference in a class.
    try count()
    return UInt32(truncatingIfNeeded: entries.count)
  }

  mutating func reference(_ number: UInt32) throws(ArchiveError) {
    try writer.add(.reference(UInt64(number)))
  }

  mutating func reference(to leaf: DocumentLeaf) throws(ArchiveError) {
    if let known = leafNumbers[leaf] { return try reference(known) }
    let number = try self.number(.leaf(leaf))
    leafNumbers[leaf] = number
    try reference(number)
  }

  mutating func number(of names: ClassNames) throws(ArchiveError) -> UInt32 {
    if let known = classNumbers[names] { return known }
    let number = try self.number(.classRecord(names))
    classNumbers[names] = number
    return number
  }

  mutating func number(ofClass row: Int) throws(ArchiveError) -> UInt32 {
    if let known = rowNumbers[row] { return known }
    guard let names = ClassNames(row: row, document.definitions) else {
      throw ArchiveError(.limitExceeded, "a class has more than 64 superclasses")
    }
    let number = try number(of: names)
    rowNumbers[row] = number
    return number
  }

  mutating func referenceToCollection(_ value: ArchivedValue) throws(ArchiveError) {
    try reference(try number(.collection(value.index)))
  }

  /// Adds an edge to an object, or the container that stands there.
  mutating func reference(toObject object: ArchivedValue?) throws(ArchiveError) {
    guard let object, let number = object.objectNumber else { return try reference(0) }
    guard isClass(object, DocumentLabel.inlineClass) else {
      if objectNumbers[number] == 0 {
        objectNumbers[number] = try self.number(.object(object.index))
      }
      return try reference(objectNumbers[number])
    }
    guard writtenInline.insert(number).inserted, let body = untypedBody(of: object) else {
      throw refused("a container that stands where it is mentioned is mentioned twice")
    }
    steps.append(.inside(body.index))
  }

  func isClass(_ object: ArchivedValue, _ name: String) -> Bool {
    document.definitions.types[object.cell.length].name.hasSameBytes(as: name)
  }

  /// The body of an object without the label that names the class.
  func untypedBody(of object: ArchivedValue) -> ArchivedValue? {
    guard let body = object.body else { return nil }
    return body.kind == .typed ? body.body : body
  }
}
