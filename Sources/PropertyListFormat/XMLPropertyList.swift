internal import ArchiveFormat

/// The elements of an XML property list, in file order. A container's elements come behind it.
struct XMLPropertyList: Sendable {
  enum Kind: UInt8, Sendable {
    case string, integer, real, date, data, yes, no, array, dictionary
  }

  struct Element: Sendable {
    var kind: Kind
    /// True for text without entities and CDATA.
    var isPlain = true
    private var startNumber: UInt32
    /// The range of a leaf's text. The first number of a container is the count of its elements.
    private var textStart: UInt32 = 0
    private var textEnd: UInt32 = 0
    private var nextNumber: Int32 = -1

    init(_ kind: Kind, at start: Int) {
      self.kind = kind
      startNumber = UInt32(truncatingIfNeeded: start)
    }

    var start: Int { Int(startNumber) }
    var text: Range<Int> {
      get { Int(textStart)..<Int(textEnd) }
      set {
        textStart = UInt32(truncatingIfNeeded: newValue.lowerBound)
        textEnd = UInt32(truncatingIfNeeded: newValue.upperBound)
      }
    }
    var count: Int {
      get { Int(textStart) }
      set { textStart = UInt32(truncatingIfNeeded: newValue) }
    }
    /// The next element of the same container; -1 behind the last one.
    var next: Int {
      get { Int(nextNumber) }
      set { nextNumber = Int32(truncatingIfNeeded: newValue) }
    }
  }

  let elements: [Element]
  /// The outermost value is the first element.
  let root = 0

  init(_ bytes: [UInt8], _ limits: PropertyListLimits) throws(ArchiveError) {
    guard bytes.count <= UInt32.max else {
      throw ArchiveError(
        .limitExceeded, "XML of more than \(UInt32.max) bytes is not read", byteOffset: 0)
    }
    var scanner = XMLScanner(bytes, limits)
    elements = try scanner.elementsOfFile()
  }

  /// The value of an element. O(text) for numbers, dates and data.
  func value(of index: Int, _ bytes: [UInt8]) throws(ArchiveError) -> PropertyListValue {
    let element = elements[index]
    switch element.kind {
    case .string:
      return .string(
        PropertyListText(encoding: .markup(isPlain: element.isPlain), range: element.text))
    case .yes: return .bool(true)
    case .no: return .bool(false)
    case .array: return .array(nodes(index))
    case .dictionary:
      if let number = reference(index, bytes) { return .reference(number) }
      return .dictionary(nodes(index))
    case .integer, .real, .date, .data:
      let text = text(index, bytes)
      switch element.kind {
      case .integer:
        if let number = XMLLeaf.integer(text) { return .integer(number) }
        throw .malformedList("an integer is none of 128 bits", at: element.start)
      case .real:
        if let number = XMLLeaf.real(text) {
          return .real(bits: number.bitPattern, isSingle: false)
        }
        throw .malformedList("a real is no number", at: element.start)
      case .date:
        if let seconds = XMLLeaf.seconds(text) { return .date(bits: seconds.bitPattern) }
        throw .malformedList("a date is none like 2026-11-22T04:57:44Z", at: element.start)
      default:
        if let data = XMLLeaf.data(text) { return .data(data[...]) }
        throw .malformedList("data is no Base64", at: element.start)
      }
    }
  }

  private func nodes(_ index: Int) -> PropertyListNodes {
    let count = elements[index].count
    return PropertyListNodes(first: count > 0 ? index + 1 : -1, count: count)
  }

  private func text(_ index: Int, _ bytes: [UInt8]) -> [UInt8] {
    let element = elements[index]
    return element.isPlain ? Array(bytes[element.text]) : XMLText.decoded(bytes[element.text])
  }

  /// The number of a reference: a dictionary whose only entry is `CF$UID` with an integer that is not negative.
  private func reference(_ index: Int, _ bytes: [UInt8]) -> UInt64? {
    guard elements[index].count == 2, elements[index + 2].kind == .integer,
      elements[index + 1].text.count <= 64, text(index + 1, bytes).elementsEqual("CF$UID".utf8),
      let number = XMLLeaf.integer(text(index + 2, bytes)), number >= 0
    else { return nil }
    return UInt64(clamping: number)
  }
}
