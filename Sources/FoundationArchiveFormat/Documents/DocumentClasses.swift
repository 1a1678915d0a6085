internal import ArchiveFormat
internal import PropertyListFormat

/// The classes of a graph as type rows of a document, and the shapes of their records.
struct DocumentClasses {
  /// Readers of documents have limits on rows. Objects beyond these have the form that needs none.
  private static let maximumRowCount = 8_192
  private static let maximumShapeCount = 16_384
  private static let maximumTotalFieldCount = 262_144
  private static let maximumFieldCount = 4_096
  private static let maximumKeyByteCount = 1_024
  private static let maximumChainCount = 63

  private struct Shape: Hashable {
    var row: Int
    var keys: [UInt32]
  }

  /// By text: the rows of classes; nil for those that no row can say.
  private var rows: [[[UInt8]]: Int?] = [:]
  private var shapes = Set<Shape>()
  private var totalFieldCount = 0

  /// The row of a class; nil for a class that has none.
  mutating func row(
    of objectClass: FoundationGraph.ObjectClass, _ list: PropertyList, _ tape: inout ArchiveTape
  ) -> Int? {
    guard objectClass.hints == nil, objectClass.chain.count <= Self.maximumChainCount else {
      return nil
    }
    let texts = ([objectClass.name] + objectClass.chain).map { list.utf8($0) }
    if let known = rows[texts] { return known }
    let row = Self.names(texts).flatMap { names in
      tape.types.count + names.count <= Self.maximumRowCount ? tape.rowOfClass(names) : nil
    }
    rows[texts] = .some(row)
    return row
  }

  /// The names of a class and its superclasses as rows have them; nil for names that rows cannot have.
  ///
  /// - Parameter texts: The class, and its chain.
  private static func names(_ texts: [[UInt8]]) -> [String]? {
    let names = texts.compactMap { String(validating: $0, as: UTF8.self) }
    guard names.count == texts.count,
      names.allSatisfy({ ArchivedTypeRow.isValidName($0) && $0.utf8.first != UInt8(ascii: "$") })
    else { return nil }
    if texts.count == 1 { return [names[0], DocumentLabel.noChain] }
    guard texts[0] == texts[1] else { return nil }
    let chain = Array(names.dropFirst())
    // The way back adds one `NSObject` to a chain that ends otherwise.
    let isRoot = chain.map { $0.hasSameBytes(as: "NSObject") }
    switch (isRoot.count, isRoot.suffix(2).map { $0 }) {
    case (1, [true]): return chain
    case (_, [false, true]): return Array(chain.dropLast())
    default: return chain + [DocumentLabel.endOfChain]
    }
  }

  /// The keys of an object's record, by their numbers; nil if the object needs the form without a record.
  mutating func keys(
    of fields: [NativeForm.Field], row: Int, _ list: PropertyList, _ tape: inout ArchiveTape
  ) -> [UInt32]? {
    guard fields.count <= Self.maximumFieldCount else { return nil }
    var names: [String] = []
    for field in fields {
      guard field.key.range.count <= Self.maximumKeyByteCount,
        let name = FieldKey.given(list.utf8(field.key))
      else { return nil }
      names.append(name)
    }
    let keys = names.map { tape.number(ofKey: $0) }
    let shape = Shape(row: row, keys: keys)
    guard !shapes.contains(shape) else { return keys }
    guard shapes.count < Self.maximumShapeCount,
      totalFieldCount + keys.count <= Self.maximumTotalFieldCount
    else { return nil }
    shapes.insert(shape)
    totalFieldCount += keys.count
    return keys
  }
}

extension ArchiveTape {
  /// The row of a class by its name and those of its superclasses.
  mutating func rowOfClass(_ names: [String]) -> Int {
    var row: Int?
    for name in names.reversed() {
      row = number(ofType: ArchivedTypeRow(name: name, isClass: true, superclass: row))
    }
    return row ?? 0
  }
}
