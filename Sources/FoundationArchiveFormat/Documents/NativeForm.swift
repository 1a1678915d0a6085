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

  /// The form of an object of a class of that name; nil if its fields are others, or in another order. O(fields and elements).
  init?(
    _ name: String, _ fields: [Field], _ list: PropertyList
  ) throws(ArchiveError) {
    func value(_ index: Int, _ key: String) throws(ArchiveError) -> PropertyListValue? {
      guard index < fields.count, list.isEqual(fields[index].key, to: key) else { return nil }
      return try list.value(of: fields[index].node)
    }
    switch (FoundationClass(name), fields.count) {
    case (.array, 1):
      guard case .array(let nodes)? = try value(0, "NS.objects") else { return nil }
      self = .array(nodes)
    case (.set, 1):
      guard case .array(let nodes)? = try value(0, "NS.objects"),
        try Self.areDistinct(nodes, list)
      else { return nil }
      self = .set(nodes)
    case (.orderedSet, _):
      for index in fields.indices
      where !list.isEqual(fields[index].key, to: "NS.object.\(index)") { return nil }
      self = .orderedSet(fields.map(\.node))
    case (.dictionary, 2):
      guard case .array(let keys)? = try value(0, "NS.keys"),
        case .array(let values)? = try value(1, "NS.objects"), keys.count == values.count,
        try Self.areDistinct(keys, list)
      else { return nil }
      self = .map(keys: keys, values: values)
    case (.string, 1):
      guard case .string(let text)? = try value(0, "NS.string") else { return nil }
      self = .string(text)
    case (.data, 1):
      guard case .data(let data)? = try value(0, "NS.data") else { return nil }
      self = .data(data)
    case (.date, 1):
      guard case .real(let bits, false)? = try value(0, "NS.time") else { return nil }
      self = .date(bits: bits)
    case (.uuid, 1):
      guard case .data(let bytes)? = try value(0, "NS.uuidbytes"), bytes.count == 16 else {
        return nil
      }
      self = .uuid(bytes)
    case (.url, 2):
      guard case .reference(let base)? = try value(0, "NS.base"),
        case .reference(let relative)? = try value(1, "NS.relative")
      else { return nil }
      self = .url(base: base, relative: relative)
    case (.null, 0): self = .null
    case (.decimal, 6):
      guard case .data(let mantissa)? = try value(0, "NS.mantissa"),
        case .bool(let isNegative)? = try value(1, "NS.negative"),
        case .integer(let exponent)? = try value(2, "NS.exponent"),
        case .integer(1)? = try value(3, "NS.mantissa.bo"),
        case .integer(let length)? = try value(4, "NS.length"),
        case .bool(let isCompact)? = try value(5, "NS.compact"),
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
