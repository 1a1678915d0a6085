internal import ArchiveFormat
internal import PropertyListFormat

/// The entries that are values of a document and no objects: of those that are alike the first one.
///
/// So nothing but the value has to be known to find the entry again: in a document all equal leaves are one entry, unless they are objects.
struct PlainLeaves {
  /// Longer values that several references lead to are objects, since a document would have them as often as they are mentioned.
  private static let maximumSharedByteCount = 64
  /// Bytes of such a value in the file. In XML much text may be decoded to little.
  private static let maximumSharedSourceByteCount = 4_096
  /// The URLs that one is relative to, itself included, that our archives have at most.
  private static let maximumPartCount = 8
  private static let maximumURLByteCount = 4_096

  private let graph: FoundationGraph
  private var list: PropertyList { graph.list }
  /// By entry: true for those that are values.
  private var isPlain: [Bool]
  /// By entry: the parts of URLs.
  private var urls: [Int: [[UInt8]]] = [:]
  /// Bytes of text that the parts of URLs may still have: many may share what they are relative to.
  private var urlByteBudget: Int

  init(_ graph: FoundationGraph) throws(ArchiveError) {
    self.graph = graph
    isPlain = Array(repeating: false, count: graph.entryCount)
    urlByteBudget = graph.list.bytes.count &+ 65_536
    var known = Set<[UInt8]>()
    for entry in graph.objects.sorted() {
      guard let identity = try identity(of: entry) else { continue }
      if known.insert(identity).inserted, try isSmallEnough(entry, identity.count - 1) {
        isPlain[entry] = true
      }
    }
    try findURLs()
  }

  /// True for an entry that is a value of a document and no object.
  func contains(_ entry: Int) -> Bool { isPlain[entry] }

  /// The parts of the URL that an object is; nil if it is none whose parts are all plain.
  func urlParts(of entry: Int) -> [[UInt8]]? { urls[entry] }

  private func isSmallEnough(_ entry: Int, _ byteCount: Int) throws(ArchiveError) -> Bool {
    if !graph.isShared[entry] { return true }
    guard byteCount <= Self.maximumSharedByteCount else { return false }
    return try sourceByteCount(of: entry) <= Self.maximumSharedSourceByteCount
  }

  /// Bytes of text in the file that are decoded for a value, or for the fields of an object.
  private func sourceByteCount(of entry: Int) throws(ArchiveError) -> Int {
    let node = graph.node(of: entry)
    switch try list.value(of: node) {
    case .string(let text): return text.range.count
    case .dictionary:
      let fields = try NativeForm.fields(of: entry, graph)
      return fields.reduce(0) { $0 + list.decodedByteCount(of: $1.node) }
    default: return list.decodedByteCount(of: node)
    }
  }

  /// A mark of the kind and the bytes of a value; nil for what is no plain value, and for URLs.
  private func identity(of entry: Int) throws(ArchiveError) -> [UInt8]? {
    func identity(_ mark: Character, _ bits: UInt64) -> [UInt8] {
      [mark.asciiValue ?? 0] + (0..<8).map { UInt8(truncatingIfNeeded: bits >> (8 * UInt64($0))) }
    }
    switch try list.value(of: graph.node(of: entry)) {
    case .bool(let isTrue): return [UInt8(ascii: "b"), isTrue ? 1 : 0]
    case .integer(let number): return [UInt8(ascii: "i")] + Array("\(number)".utf8)
    case .real(let bits, let isSingle): return identity(isSingle ? "f" : "r", bits)
    case .string(let text):
      let utf8 = list.utf8(text)
      return utf8.elementsEqual("$null".utf8) ? nil : [UInt8(ascii: "s")] + utf8
    case .data(let data): return [UInt8(ascii: "d")] + data
    case .dictionary:
      guard let name = try usualClass(of: entry) else { return nil }
      guard let found = try NativeForm.found(entry, name, graph), found.order.isSorted else {
        return nil
      }
      switch found.form {
      case .date(let bits): return identity("t", bits)
      case .uuid(let bytes): return [UInt8(ascii: "u")] + bytes
      case .null: return [UInt8(ascii: "n")]
      case .decimal(let parts): return [UInt8(ascii: "m")] + parts.bytes
      default: return nil
      }
    default: return nil
    }
  }

  /// The superclasses of the classes whose objects are values.
  static func usualChain(_ name: String) -> [String]? {
    switch name {
    case "NSDate", "NSUUID", "NSNull", "NSURL": [name, "NSObject"]
    case "NSDecimalNumber": [name, "NSNumber", "NSValue", "NSObject"]
    default: nil
    }
  }

  /// The name of an object's class if the class is one whose objects are values, with its usual superclasses.
  private func usualClass(of entry: Int) throws(ArchiveError) -> String? {
    guard let objectClass = graph.objectClass(of: entry), objectClass.hints == nil,
      objectClass.name.range.count <= 64
    else { return nil }
    let name = list.string(objectClass.name)
    guard let chain = Self.usualChain(name), chain.count == objectClass.chain.count else {
      return nil
    }
    for (text, name) in zip(objectClass.chain, chain) where !list.isEqual(text, to: name) {
      return nil
    }
    return name
  }

  // MARK: URLs

  private mutating func findURLs() throws(ArchiveError) {
    var entries: [Int] = []
    var first: [[[UInt8]]: Int] = [:]
    for entry in graph.objects.sorted() {
      guard let parts = try parts(of: entry) else { continue }
      urls[entry] = parts
      guard try usualClass(of: entry) == "NSURL", try url(entry)?.isUsual == true else { continue }
      entries.append(entry)
      if first[parts] == nil { first[parts] = entry }
    }
    // A URL is plain if its base is. Bases have fewer parts.
    for entry in entries.sorted(by: { (urls[$0]?.count ?? 0, $0) < (urls[$1]?.count ?? 0, $1) }) {
      guard let parts = urls[entry], first[parts] == entry, try hasPlainBase(entry),
        try isSmallEnough(entry, parts.reduce(0) { $0 + $1.count })
      else { continue }
      isPlain[entry] = true
    }
    for entry in urls.keys where try !hasPlainBase(entry) { urls[entry] = nil }
  }

  private func hasPlainBase(_ entry: Int) throws(ArchiveError) -> Bool {
    guard let (base, _, _) = try url(entry) else { return false }
    return base == 0 || isPlain[base]
  }

  private func url(_ entry: Int) throws(ArchiveError) -> (base: Int, relative: Int, isUsual: Bool)?
  {
    guard let name = graph.objectClass(of: entry)?.name, list.isEqual(name, to: "NSURL"),
      let found = try NativeForm.found(entry, "NSURL", graph),
      case .url(let base, let relative) = found.form
    else { return nil }
    return (Int(base), Int(relative), found.order.isSorted)
  }

  /// The text of a URL, that of what it is relative to, and so on; nil if there are too many, or texts that are no plain values.
  private mutating func parts(of entry: Int) throws(ArchiveError) -> [[UInt8]]? {
    var parts: [[UInt8]] = []
    var byteCount = 0
    var next = entry
    while next > 0 {
      guard parts.count < Self.maximumPartCount, let (base, relative, _) = try url(next),
        isPlain[relative],
        case .string(let text) = try list.value(of: graph.node(of: relative))
      else { return nil }
      byteCount += text.range.count
      guard byteCount <= Self.maximumURLByteCount, byteCount <= urlByteBudget else { return nil }
      let utf8 = list.utf8(text)
      guard String(validating: utf8, as: UTF8.self) != nil else { return nil }
      parts.append(utf8)
      next = base
    }
    urlByteBudget -= byteCount
    return parts
  }
}
