internal import ArchiveFormat

/// The shapes of the records of a batch among those of its stream: the rows that the records follow, and the rows that the stream lacks for them.
///
/// A record follows a row that says of all its bytes what the encoder wrote, whether or not matching would have chosen that row (Spec, section 4, Streams).
struct ShapeNumbering {
  /// The definitions of the stream, and behind them those that it lacks.
  private(set) var definitions: ArchiveDefinitions
  /// The numbers that shapes have in the stream, by those that they have in the batch.
  private(set) var numbers: [Int] = []
  private let own: ArchiveDefinitions
  /// Tells whether all records of the batch lack a field of a shape.
  private let isAbsent: (_ shape: Int, _ field: Int) -> Bool
  /// The numbers that types have in the stream, by those that they have in the batch.
  private var types: [Int] = []

  /// - Parameters:
  ///   - own: The definitions of the batch alone.
  ///   - history: Those of the stream.
  ///   - isAbsent: Tells whether no record of the batch has a field of a shape.
  /// - Returns: Nil if readers do not take so many definitions, or if the rows that are lacking would name each other.
  init?(
    of own: ArchiveDefinitions, in history: DefinitionHistory,
    isAbsent: @escaping (_ shape: Int, _ field: Int) -> Bool
  ) {
    (self.own, self.isAbsent) = (own, isAbsent)
    definitions = history.definitions
    definitions.bodyTypes = []
    definitions.usedExtensions = []
    if definitions.keyNumbers == nil { definitions.keyNumbers = history.tape.keyNumbers }
    var same = SameShapes(own, history.definitions, areNumbered: true, isAbsent: isAbsent)
    var found = same.all()
    if found.contains(nil) {
      guard addTypes() else { return nil }
      for shape in own.shapes.indices where found[shape] == nil {
        guard let number = number(ofShape: shape, found) else { return nil }
        found[shape] = number
      }
    }
    numbers = found.compactMap(\.self)
    guard definitions.shapes.count == history.definitions.shapes.count || areTaken else {
      return nil
    }
  }

  /// False for a class that has the name of another type, or the other way round.
  private mutating func addTypes() -> Bool {
    types = Array(repeating: -1, count: own.types.count)
    return own.types.indices.allSatisfy { add($0) }
  }

  /// Adds a type of the batch, behind its superclasses.
  private mutating func add(_ type: Int) -> Bool {
    if types[type] >= 0 { return true }
    var row = own.types[type]
    if let superclass = row.superclass {
      guard add(superclass) else { return false }
      row.superclass = types[superclass]
    }
    let isOther = definitions.types.contains {
      $0.isClass != row.isClass && $0.name.hasSameBytes(as: row.name)
    }
    if isOther { return false }
    let known = definitions.types.firstIndex { $0 == row }
    types[type] = known ?? definitions.types.count
    if known == nil { definitions.types.append(row) }
    return true
  }

  /// A row that says what a shape does, made if there is none: from the newest row with the same keys and modes that can be refined, if there is one.
  ///
  /// - Parameter found: The numbers so far.
  private mutating func number(ofShape number: Int, _ found: [Int?]) -> Int? {
    var shape = ArchiveShape(type: own.shapes[number].type.map { types[$0] }, fields: [])
    for field in own.shapes[number].fields {
      guard let kind = kind(field.kind, found) else { return nil }
      shape.fields.append(
        ShapeField(key: self.number(ofKey: own.keys[field.key]), mode: field.mode, kind: kind))
    }
    for candidate in definitions.shapes.indices.reversed()
    where definitions.shapes[candidate].type == shape.type {
      let fields = definitions.shapes[candidate].fields
      guard let refined = refine(fields, by: shape.fields, of: number) else { continue }
      if refined == fields { return candidate }
      (shape.fields, shape.base) = (refined, candidate)
      break
    }
    definitions.shapes.append(shape)
    return definitions.shapes.count - 1
  }

  /// Fields that hold what those of a row hold and those of a shape of the batch; nil if there are none under which both have the bytes that they have.
  private mutating func refine(
    _ fields: [ShapeField], by others: [ShapeField], of shape: Int
  ) -> [ShapeField]? {
    guard fields.map(\.key) == others.map(\.key), fields.map(\.mode) == others.map(\.mode) else {
      return nil
    }
    var refined = fields
    for (index, other) in others.enumerated() {
      let kind = fields[index].kind
      refined[index].kind = definitions.kinds.refine(kind, by: other.kind)
      // A bool that is always there takes a bit more of the row of states.
      let isBool = other.mode == .required && definitions.kinds.code(refined[index].kind) == .bool
      let isFree = other.mode == .optional && isAbsent(shape, index)
      guard
        definitions.kinds.refine(other.kind, by: kind) == refined[index].kind || isFree,
        !isBool
          || definitions.kinds.code(kind) == .bool && definitions.kinds.code(other.kind) == .bool
      else { return nil }
      if isFree { refined[index].kind = kind }
    }
    return refined
  }

  private mutating func number(ofKey key: String) -> Int {
    if let known = definitions.keyNumbers?[key.utf8.digest] { return Int(known) }
    let number = definitions.keys.count
    definitions.keys.append(key)
    definitions.keyNumbers?[key.utf8.digest] = UInt32(number)
    return number
  }

  /// A kind of the batch with the numbers of the stream; nil if it names a shape that has none yet. Kinds nest no deeper than
  /// `KindTable.maximumDepth`.
  private mutating func kind(_ kind: KindID, _ found: [Int?]) -> KindID? {
    let node = own.kinds[kind]
    switch node.code {
    case .recordOfShape:
      return found[Int(node.number)].map { definitions.kinds.record(ofShape: $0) }
    case .array, .set, .object, .nullable:
      return self.kind(node.first, found).map { definitions.kinds.container(node.code, of: $0) }
    case .map:
      guard let key = self.kind(node.first, found), let value = self.kind(node.second, found) else {
        return nil
      }
      return definitions.kinds.map(key: key, value: value)
    case .typed:
      return self.kind(node.first, found).map {
        definitions.kinds.typed(types[Int(node.number)], $0)
      }
    default: return KindID(node.code)
    }
  }

  /// True if the batch has all shapes of the stream, with the same numbers.
  var isIdentity: Bool {
    numbers.count == definitions.shapes.count && numbers.indices.allSatisfy { numbers[$0] == $0 }
  }

  /// True if the records were encoded once more as these definitions say: with definitions that are those of the batch but for the numbers of shapes,
  /// and for the kinds of what no record has.
  func holds(for again: ArchiveDefinitions) -> Bool {
    own.shapes.count == again.shapes.count
      && zip(own.shapes, again.shapes).allSatisfy { shape, other in
        shape.fields.count == other.fields.count
          && zip(shape.fields, other.fields).allSatisfy {
            $0.mode == $1.mode && own.keys[$0.key].hasSameBytes(as: again.keys[$1.key])
              && isSame($0.kind, $1.kind, in: again)
          }
      }
  }

  private func isSame(_ kind: KindID, _ other: KindID, in again: ArchiveDefinitions) -> Bool {
    let (left, right) = (own.kinds[kind], again.kinds[other])
    // No value stands there.
    if right.code == .undetermined { return true }
    guard left.code == right.code else { return false }
    switch left.code {
    case .recordOfShape: return numbers[Int(left.number)] == Int(right.number)
    case .array, .set, .object, .nullable: return isSame(left.first, right.first, in: again)
    case .typed:
      let (name, other) = (own.types[Int(left.number)].name, again.types[Int(right.number)].name)
      return name.hasSameBytes(as: other) && isSame(left.first, right.first, in: again)
    case .map:
      return isSame(left.first, right.first, in: again)
        && isSame(left.second, right.second, in: again)
    default: return true
    }
  }

  /// True if readers take the definitions, and no type has more shapes than a stream may give it.
  private var areTaken: Bool {
    var counts: [Int: Int] = [:]
    for shape in definitions.shapes { counts[shape.type ?? -1, default: 0] += 1 }
    return definitions.areTakenByReaders
      && counts.values.allSatisfy { $0 <= ShapeMatcher.shapeLimit }
  }
}
