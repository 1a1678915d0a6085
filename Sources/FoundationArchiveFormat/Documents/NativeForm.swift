internal import ArchiveFormat
internal import PropertyListFormat

/// The value of an object of Foundation's in the usual form, which is read back to the same fields in the same order.
enum NativeForm {
  case array(PropertyListNodes)
  case orderedSet([PropertyListNode])
  case set(PropertyListNodes)
  case map(keys: PropertyListNodes, values: PropertyListNodes)
  case string(PropertyListText)
  case data(ArraySlice<UInt8>)
  case date(bits: UInt64)
  case uuid(ArraySlice<UInt8>)
  case url(base: UInt64, relative: UInt64)
  case decimal(DecimalParts)
  case null

  /// The classes whose values are native, mutable ones included. A counted set is none, and so on: they stay fields.
  static func isNative(_ name: String) -> Bool {
    switch FoundationClass(name) {
    case .array, .set, .dictionary, .orderedSet, .date, .null, .string, .data, .uuid, .url,
      .decimal:
      true
    default: false
    }
  }

  typealias Field = (key: PropertyListText, node: PropertyListNode)

  /// The fields of an object, without `$class`, in file order. O(fields).
  static func fields(
    of entry: Int, _ graph: FoundationGraph
  ) throws(ArchiveError) -> [Field] {
    guard case .dictionary(let nodes) = try graph.list.value(of: graph.node(of: entry)) else {
      return []
    }
    var fields: [Field] = []
    fields.reserveCapacity(nodes.count / 2)
    var place = PropertyListNodes.Place()
    while let keyNode = try graph.list.next(in: nodes, &place),
      let node = try graph.list.next(in: nodes, &place)
    {
      guard case .string(let key) = try graph.list.value(of: keyNode),
        !graph.list.isEqual(key, to: "$class")
      else { continue }
      fields.append((key, node))
    }
    return fields
  }

  /// The keys of a class in the order in which macOS writes them; nil for ordered sets, which have a key for each element.
  private static func usualKeys(_ kind: FoundationClass) -> [String]? {
    switch kind {
    case .array, .set: ["NS.objects"]
    case .dictionary: ["NS.keys", "NS.objects"]
    case .string: ["NS.string"]
    case .data: ["NS.data"]
    case .date: ["NS.time"]
    case .uuid: ["NS.uuidbytes"]
    case .url: ["NS.base", "NS.relative"]
    case .decimal:
      [
        "NS.mantissa", "NS.negative", "NS.exponent", "NS.mantissa.bo", "NS.length", "NS.compact",
      ]
    default: nil
    }
  }

  /// The place of each field among the usual ones of a class; nil if there are others, or not all. O(fields).
  static func order(_ name: String, _ fields: [Field], _ list: PropertyList) -> [Int]? {
    guard let kind = FoundationClass(name) else { return nil }
    var order: [Int] = []
    if kind == .orderedSet {
      let prefix = Array("NS.object.".utf8)
      for field in fields {
        let key = list.utf8(field.key)
        let digits = String(decoding: key.dropFirst(prefix.count), as: UTF8.self)
        guard key.starts(with: prefix), let number = Int(digits), String(number) == digits else {
          return nil
        }
        order.append(number)
      }
    } else {
      let keys = usualKeys(kind) ?? []
      guard fields.count == keys.count else { return nil }
      for field in fields {
        guard let place = keys.firstIndex(where: { list.isEqual(field.key, to: $0) }) else {
          return nil
        }
        order.append(place)
      }
    }
    return isPermutation(order) ? order : nil
  }

  /// The form of an object of a class of that name, and the order of its fields; nil if its fields are others. O(fields and elements).
  static func found(
    _ entry: Int, _ name: String, _ graph: FoundationGraph
  ) throws(ArchiveError) -> (form: NativeForm, order: [Int])? {
    guard let kind = FoundationClass(name),
      case .dictionary(let nodes) = try graph.list.value(of: graph.node(of: entry)),
      // One more is the class. Any number of URLs may be relative to one object with other fields.
      kind == .orderedSet || nodes.count / 2 - 1 == usualKeys(kind)?.count
    else { return nil }
    let fields = try fields(of: entry, graph)
    guard let order = order(name, fields, graph.list),
      let form = try NativeForm(name, fields, order, graph.list)
    else { return nil }
    return (form, order)
  }

  /// Returns true for the numbers from 0 on, in any order.
  static func isPermutation(_ numbers: [Int]) -> Bool {
    var isThere = Array(repeating: false, count: numbers.count)
    for number in numbers {
      guard numbers.indices.contains(number), !isThere[number] else { return false }
      isThere[number] = true
    }
    return true
  }

  private init?(
    _ name: String, _ unordered: [Field], _ order: [Int], _ list: PropertyList
  ) throws(ArchiveError) {
    var fields = unordered
    for (index, place) in order.enumerated() { fields[place] = unordered[index] }
    func value(_ index: Int) throws(ArchiveError) -> PropertyListValue? {
      index < fields.count ? try list.value(of: fields[index].node) : nil
    }
    switch FoundationClass(name) {
    case .array:
      guard case .array(let nodes)? = try value(0) else { return nil }
      self = .array(nodes)
    case .set:
      guard case .array(let nodes)? = try value(0),
        try Self.areDistinct(nodes, list)
      else { return nil }
      self = .set(nodes)
    case .orderedSet:
      self = .orderedSet(fields.map(\.node))
    case .dictionary:
      guard case .array(let keys)? = try value(0),
        case .array(let values)? = try value(1), keys.count == values.count,
        try Self.areDistinct(keys, list)
      else { return nil }
      self = .map(keys: keys, values: values)
    case .string:
      guard case .string(let text)? = try value(0) else { return nil }
      self = .string(text)
    case .data:
      guard case .data(let data)? = try value(0) else { return nil }
      self = .data(data)
    case .date:
      guard case .real(let bits, false)? = try value(0) else { return nil }
      self = .date(bits: bits)
    case .uuid:
      guard case .data(let bytes)? = try value(0), bytes.count == 16 else {
        return nil
      }
      self = .uuid(bytes)
    case .url:
      guard case .reference(let base)? = try value(0),
        case .reference(let relative)? = try value(1)
      else { return nil }
      self = .url(base: base, relative: relative)
    case .null: self = .null
    case .decimal:
      guard case .data(let mantissa)? = try value(0),
        case .bool(let isNegative)? = try value(1),
        case .integer(let exponent)? = try value(2),
        case .integer(1)? = try value(3),
        case .integer(let length)? = try value(4),
        case .bool(let isCompact)? = try value(5),
        let parts = Self.decimal(mantissa, length, exponent, isNegative: isNegative),
        isCompact == (parts.mantissa != 0)
      else { return nil }
      self = .decimal(parts)
    default: return nil
    }
  }

  /// The decimal of 8 units of 16 bits, the length and exponent of which are the only ones that they can be.
  private static func decimal(
    _ units: ArraySlice<UInt8>, _ length: Int128, _ exponent: Int128, isNegative: Bool
  ) -> DecimalParts? {
    guard units.count == 16, -128...127 ~= exponent else { return nil }
    let mantissa = units.reversed().reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
    guard length == Int128(Self.unitCount(mantissa)) else { return nil }
    let parts = DecimalParts(
      isNegative: isNegative, mantissa: mantissa, exponent: Int64(exponent))
    return parts.isNotANumber && exponent != 0 ? nil : parts
  }

  /// The units of 16 bits that a mantissa takes.
  static func unitCount(_ mantissa: UInt128) -> Int {
    (128 - mantissa.leadingZeroBitCount + 15) / 16
  }

  /// Tells whether nodes are references to distinct objects.
  private static func areDistinct(
    _ nodes: PropertyListNodes, _ list: PropertyList
  ) throws(ArchiveError) -> Bool {
    var seen = Set<UInt64>(minimumCapacity: nodes.count)
    var place = PropertyListNodes.Place()
    while let node = try list.next(in: nodes, &place) {
      guard case .reference(let number) = try list.value(of: node), number > 0,
        seen.insert(number).inserted
      else { return false }
    }
    return true
  }
}

extension [Int] {
  /// True if each number is greater than the one before.
  var isSorted: Bool { zip(self, dropFirst()).allSatisfy { $0 < $1 } }
}
