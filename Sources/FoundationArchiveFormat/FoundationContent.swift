package import ArchiveFormat
package import PropertyListFormat

/// The value that an object of a class of Foundation's is, read from its fields. Values inside are nodes.
package enum FoundationContent {
  case array([PropertyListNode])
  case set([PropertyListNode])
  case orderedSet([PropertyListNode])
  case map([(key: PropertyListNode, value: PropertyListNode)])
  case countedSet([(member: PropertyListNode, count: Int128)])
  /// Seconds since 2001-01-01T00:00:00Z by the bits of their `Double`.
  case date(UInt64)
  case null
  /// UTF-8, with three bytes for a surrogate that is not paired. So are other texts.
  case string([UInt8])
  case data(ArraySlice<UInt8>)
  /// 16 bytes.
  case uuid([UInt8])
  case url(base: PropertyListNode?, relative: [UInt8])
  /// ± mantissa × 10^exponent.
  case decimal(isNegative: Bool, mantissa: UInt128, exponent: Int128)
  case notANumber
  case indexSet([(location: Int128, length: Int128)])
  case indexPath([Int128])
  /// Runs of UTF-16 units with their attributes, which are objects.
  case attributed(text: [UInt8], runs: [(length: UInt64, attributes: PropertyListNode?)])
  case range(location: Int128, length: Int128)
  case point([UInt8])
  case size([UInt8])
  case rectangle([UInt8])
  case timeZone([UInt8])
  case locale([UInt8])
}

extension ObjectFields {
  /// Reads the value that the fields make of an object of a class; nil for an `NSValue` of a type that is not known.
  ///
  /// - Throws: ``Contradiction``, and `ArchiveError` for a limit.
  func content(_ kind: FoundationClass) throws -> FoundationContent? {
    switch kind {
    case .array: return .array(try elements())
    case .set: return .set(try elements())
    case .orderedSet:
      let elements = numbered("NS.object.")
      guard elements.isEmpty, let objects = try node("NS.objects") else {
        return .orderedSet(elements)
      }
      return .orderedSet(try array(objects))
    case .dictionary: return .map(try entries())
    case .countedSet: return .countedSet(try members())
    case .date: return .date(try number(needed("NS.time")))
    case .null: return .null
    case .string: return .string(try string())
    case .data:
      let node = try node("NS.data") ?? node("NS.bytes")
      return .data(try node.map { try bytes($0) } ?? [])
    case .uuid:
      let uuid = try bytes(needed("NS.uuidbytes"))
      guard uuid.count == 16 else { throw Contradiction() }
      return .uuid(Array(uuid))
    case .url:
      let relative = try text(needed("NS.relative"))
      return .url(base: try node("NS.base"), relative: relative)
    case .decimal: return try decimal()
    case .indexSet: return .indexSet(try ranges())
    case .indexPath: return .indexPath(try indices())
    case .attributedString: return try attributed()
    case .value: return try special()
    case .timeZone: return .timeZone(try text(needed("NS.name")))
    case .locale: return .locale(try text(needed("NS.identifier")))
    }
  }

  private func needed(_ name: String) throws -> PropertyListNode {
    guard let node = try node(name) else { throw Contradiction() }
    return node
  }

  private func elements() throws -> [PropertyListNode] {
    guard let objects = try node("NS.objects") else { return numbered("NS.object.") }
    return try array(objects)
  }

  private func entries() throws -> [(key: PropertyListNode, value: PropertyListNode)] {
    let (keys, objects) = (try node("NS.keys"), try node("NS.objects"))
    let lists: (keys: [PropertyListNode], objects: [PropertyListNode])
    if let keys, let objects {
      lists = (try array(keys), try array(objects))
    } else {
      guard keys == nil, objects == nil else { throw Contradiction() }
      let keys = numbered("NS.key.")
      lists = (keys, Array(numbered("NS.object.").prefix(keys.count)))
    }
    guard lists.keys.count == lists.objects.count else { throw Contradiction() }
    return Array(zip(lists.keys, lists.objects)).map { (key: $0, value: $1) }
  }

  private func members() throws -> [(member: PropertyListNode, count: Int128)] {
    let count = try integer(needed("NS.count"))
    let (objects, counts) = (numbered("NS.object"), numbered("NS.count"))
    guard count >= 0, count <= objects.count, count <= counts.count else {
      throw Contradiction()
    }
    return try (0..<Int(count)).map { (objects[$0], try integer(counts[$0])) }
  }

  private func string() throws -> [UInt8] {
    if let node = try node("NS.string") { return try text(node) }
    let text = Array(try bytes(needed("NS.bytes")))
    guard String(validating: text, as: UTF8.self) != nil else { throw Contradiction() }
    return text
  }

  private func decimal() throws -> FoundationContent {
    let length = try integer(needed("NS.length"))
    let isNegative = try node("NS.negative").map { try isTrue($0) } ?? false
    guard 0...8 ~= length else { throw Contradiction() }
    if length == 0 {
      return isNegative ? .notANumber : .decimal(isNegative: false, mantissa: 0, exponent: 0)
    }
    let units = Array(try bytes(needed("NS.mantissa")))
    guard units.count >= 2 * Int(length) else { throw Contradiction() }
    let order = try node("NS.mantissa.bo").map { try integer($0) } ?? 1
    var mantissa: UInt128 = 0
    for index in (0..<Int(length)).reversed() {
      let (first, second) = (UInt128(units[2 * index]), UInt128(units[2 * index + 1]))
      mantissa = mantissa << 16 | (order == 1 ? second << 8 | first : first << 8 | second)
    }
    let exponent = try node("NS.exponent").map { try integer($0) } ?? 0
    return .decimal(isNegative: isNegative, mantissa: mantissa, exponent: exponent)
  }

  private func ranges() throws -> [(location: Int128, length: Int128)] {
    let count = try node("NSRangeCount").map { try integer($0) } ?? 0
    switch count {
    case 0: return []
    case 1:
      let length = try node("NSLength").map { try integer($0) } ?? 1
      return [(try integer(needed("NSLocation")), length)]
    default:
      let numbers = try Self.numbers(bytes(needed("NSRangeData")))
      guard numbers.count % 2 == 0, count == numbers.count / 2 else { throw Contradiction() }
      return stride(from: 0, to: numbers.count, by: 2).map {
        (Int128(numbers[$0]), Int128(numbers[$0 + 1]))
      }
    }
  }

  private func indices() throws -> [Int128] {
    let count = try integer(needed("NSIndexPathLength"))
    switch count {
    case 0: return []
    case 1: return [try integer(needed("NSIndexPathValue"))]
    default:
      let numbers = try Self.numbers(bytes(needed("NSIndexPathData")))
      guard count == numbers.count else { throw Contradiction() }
      return numbers.map { Int128($0) }
    }
  }

  private func attributed() throws -> FoundationContent {
    let text = try node("NSString").map { try self.text($0) } ?? []
    // Characters beyond U+FFFF take two units.
    let length = text.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : $1 >= 0xF0 ? 2 : 1) }
    let attributes = try node("NSAttributes")
    guard let info = try node("NSAttributeInfo") else {
      let isEmpty = length == 0 && attributes == nil
      return .attributed(text: text, runs: isEmpty ? [] : [(UInt64(length), attributes)])
    }
    guard let attributes, let objects = try object(attributes).node("NS.objects") else {
      throw Contradiction()
    }
    let values = try array(objects)
    let numbers = try Self.numbers(bytes(info))
    guard numbers.count % 2 == 0 else { throw Contradiction() }
    var runs: [(length: UInt64, attributes: PropertyListNode?)] = []
    var rest = UInt64(length)
    for index in stride(from: 0, to: numbers.count, by: 2) {
      guard numbers[index] <= rest, numbers[index + 1] < UInt64(values.count) else {
        throw Contradiction()
      }
      rest -= numbers[index]
      runs.append((numbers[index], values[Int(numbers[index + 1])]))
    }
    guard rest == 0 else { throw Contradiction() }
    return .attributed(text: text, runs: runs)
  }

  /// A range, point, size or rectangle in an `NSValue`.
  private func special() throws -> FoundationContent? {
    guard let node = try node("NS.special") else { return nil }
    let kind: Int128
    do {
      kind = try integer(node)
    } catch is Contradiction {
      return nil
    }
    switch kind {
    case 4:
      let location = try integer(needed("NS.rangeval.location"))
      return .range(location: location, length: try integer(needed("NS.rangeval.length")))
    case 1: return .point(try text(needed("NS.pointval")))
    case 2: return .size(try text(needed("NS.sizeval")))
    case 3: return .rectangle(try text(needed("NS.rectval")))
    default: return nil
    }
  }
}

/// The reason why an object has no value: its fields contradict each other, or a limit was reached.
package enum ContentError: Error {
  case contradiction
  case archive(ArchiveError)
}

extension FoundationGraph {
  /// Reads the value of an object that was reached; nil for what is no object of a class of Foundation's.
  package func content(
    of entry: Int, _ charge: ReadingCharge
  ) throws(ContentError) -> FoundationContent? {
    do {
      guard let objectClass = objectClass(of: entry),
        let kind = FoundationClass(list.string(objectClass.name))
      else { return nil }
      return try ObjectFields(self, node(of: entry), charge).content(kind)
    } catch let error as ArchiveError {
      throw .archive(error)
    } catch {
      throw .contradiction
    }
  }
}
