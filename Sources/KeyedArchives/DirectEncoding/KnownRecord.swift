internal import ArchiveCompression
internal import ArchiveFormat

/// How records of one form are written against a dictionary: as they are written without one, but for the tag of the
/// root.
///
/// That is so if the shapes that the dictionary has for them say the same of every byte: see ``SameShapes``.
struct KnownRecord {
  /// The dictionary, kept so that no other gets its address.
  let dictionary: ShapeDictionary
  /// Of the dictionary: what a look at it needs no reference for.
  let identity: ObjectIdentifier
  let root: RootForm
  /// The numbers that the definitions of the call are made from. They and the form of the root tell all that is written but the values.
  let source: [UInt32]
  /// The bytes of the tag of the root, the last one highest; none for a form that is written the general way.
  let tag: UInt64
  let tagByteCount: Int

  init(
    _ dictionary: ShapeDictionary, root: RootForm, source: [UInt32], tag: [UInt8]?
  ) {
    self.dictionary = dictionary
    identity = dictionary.identity
    self.root = root
    self.source = source
    // No tag of a shape is longer.
    let tag = tag.map { $0.count <= 8 ? $0 : [] } ?? []
    tagByteCount = tag.count
    self.tag = tag.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// The type of a root, and the shape of its record if it is one: the same records inside may stand in a root of another shape, or in an array.
struct RootForm: Equatable {
  let type: ObjectIdentifier
  /// The number of the plan; nil for a root that is no record of one shape.
  let plan: Int?
}

/// Compares the shapes that a call made for its records with those that a dictionary has for them.
struct SameShapes {
  let own: ArchiveDefinitions
  let other: ArchiveDefinitions
  /// True if shapes get the numbers of the others where numbers stand among values.
  let areNumbered: Bool
  /// Whether a field of a shape was absent in all records of the call.
  let isAbsent: (_ shape: Int, _ field: Int) -> Bool
  private var known: [Int: Int] = [:]

  /// The shapes of the dictionary that records were compared with.
  var matched: some Sequence<Int> { known.values }

  init(
    _ own: ArchiveDefinitions, _ other: ArchiveDefinitions, areNumbered: Bool = false,
    isAbsent: @escaping (_ shape: Int, _ field: Int) -> Bool
  ) {
    self.own = own
    self.other = other
    self.areNumbered = areNumbered
    self.isAbsent = isAbsent
  }

  /// The numbers of the others for all shapes of the call, in their order; nil where none says the same.
  mutating func all() -> [Int?] {
    for shape in own.shapes.indices where known[shape] == nil {
      let before = known
      // The newest first, as in matching.
      let isFound = other.shapes.indices.reversed().contains { otherShape in
        known = before
        return match(shape, otherShape)
      }
      if !isFound { known = before }
    }
    return own.shapes.indices.map { known[$0] }
  }

  /// Whether records have the same bytes under a shape of the call and one of the dictionary. O(fields); it goes no
  /// deeper than there are shapes.
  mutating func match(_ shape: Int, _ otherShape: Int) -> Bool {
    if let known = known[shape] { return known == otherShape }
    let (left, right) = (own.shapes[shape], other.shapes[otherShape])
    guard left.fields.count == right.fields.count, matchTypes(left.type, right.type) else {
      return false
    }
    known[shape] = otherShape
    for (index, (field, otherField)) in zip(left.fields, right.fields).enumerated() {
      let isSame =
        own.keys[field.key].utf8.elementsEqual(other.keys[otherField.key].utf8)
        && field.mode == otherField.mode
      guard isSame else { return false }
      // A bool takes a bit more of the row of states.
      let isLeftOut =
        field.mode == .optional && isAbsent(shape, index)
        && other.kinds.code(otherField.kind) != .bool && own.kinds.code(field.kind) != .bool
      if isLeftOut { continue }
      guard match(field.kind, otherField.kind) else { return false }
    }
    return true
  }

  private func matchTypes(_ type: Int?, _ otherType: Int?) -> Bool {
    guard let type, let otherType else { return type == nil && otherType == nil }
    let (left, right) = (own.types[type], other.types[otherType])
    // A superclass is told by a number.
    return left == right && left.references.isEmpty && (areNumbered || !left.isClass)
  }

  /// Kinds nest no deeper than `KindTable.maximumDepth`.
  private mutating func match(_ kind: KindID, _ otherKind: KindID) -> Bool {
    let (left, right) = (own.kinds[kind], other.kinds[otherKind])
    guard left.code == right.code else { return false }
    switch left.code {
    case .recordOfShape:
      return match(Int(left.number), Int(right.number))
    case .array, .set, .nullable:
      return match(left.first, right.first)
    case .map:
      return match(left.first, right.first) && match(left.second, right.second)
    // Numbers of shapes, types and names stand among the values of these.
    case .record: return areNumbered
    case .object: return areNumbered && match(left.first, right.first)
    case .any, .typed, .extension: return false
    default: return true
    }
  }
}
