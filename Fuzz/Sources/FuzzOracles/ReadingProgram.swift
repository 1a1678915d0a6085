internal import ArchiveFormat

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Calls of containers as a type may make them, in any order, right ones and wrong ones.
struct ReadingProgram {
  /// One that asks for its fields from the last to the first.
  private struct Backwards: Decodable {
    var fields: [Int?]

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: WideKeys.self)
      fields = try WideKeys.allCases.reversed().map {
        try container.decodeIfPresent(Int.self, forKey: $0)
      }
    }
  }

  private let state: ReadingState
  private let place: [any CodingKey]
  private var source: ByteSource
  var lines: [String] = []

  init(state: ReadingState, place: [any CodingKey]) {
    (self.state, self.place) = (state, place)
    source = state.begin(at: place)
  }

  var isEmpty: Bool { source.isEmpty }

  private mutating func number(below limit: Int) -> Int { source.number(below: limit) }

  private mutating func note<Result>(_ name: String, _ body: () throws -> Result) {
    lines.append("\(name) -> \(state.outcome(body))")
  }

  mutating func read(_ decoder: any Decoder, depth: Int) {
    for _ in 0..<(number(below: 4) == 0 ? 2 : 1) {
      switch number(below: 10) {
      case 0: readSingle(decoder)
      case 1...4:
        if number(below: 2) == 0 {
          readKeyed(decoder, TextKey.self, depth: depth)
        } else {
          readKeyed(decoder, WideKeys.self, depth: depth)
        }
      default:
        do {
          var container = try decoder.unkeyedContainer()
          read(&container, depth: depth)
        } catch {
          note("unkeyed") { throw error }
        }
      }
    }
  }

  private mutating func readKeyed<Key: CodingKey & CaseIterable>(
    _ decoder: any Decoder, _ type: Key.Type, depth: Int
  ) {
    do {
      read(try decoder.container(keyedBy: type), depth: depth)
    } catch {
      note("keyed") { throw error }
    }
  }

  private mutating func read<Key: CodingKey & CaseIterable>(
    _ container: KeyedDecodingContainer<Key>, depth: Int
  ) {
    let keys = container.allKeys.map(\.stringValue)
    lines.append("\(keys) at \(container.codingPath.map(\.stringValue))")
    let all = Array(Key.allCases)
    for _ in 0..<number(below: 12) {
      let key = all[number(below: all.count)]
      lines.append("\(key.stringValue) \(container.contains(key))")
      call(container, key, depth: depth)
    }
    if number(below: 6) == 0 {
      state.keep(at: place) { [state] in
        let number = state.tried { try container.decode(Int.self, forKey: all[0]) }
        return "kept: \(number.map(String.init) ?? "none"), \(container.allKeys.count)"
      }
    }
  }

  private mutating func call<Key: CodingKey & CaseIterable>(
    _ container: KeyedDecodingContainer<Key>, _ key: Key, depth: Int
  ) {
    switch number(below: 20) {
    case 0...2: note("Int") { try container.decode(Int.self, forKey: key) }
    case 3: note("String") { try container.decode(String.self, forKey: key) }
    case 4: note("Bool") { try container.decode(Bool.self, forKey: key) }
    case 5: note("[Int]") { try container.decode([Int].self, forKey: key) }
    case 6: note("[Int] if present") { try container.decodeIfPresent([Int].self, forKey: key) }
    case 7: note("Int if present") { try container.decodeIfPresent(Int.self, forKey: key) }
    case 8, 9: note("probed") { try container.decode(ProbedValue.self, forKey: key) }
    case 10: note("nil") { try container.decodeNil(forKey: key) }
    case 11: note("Point") { try container.decode(ReadingSource.Point.self, forKey: key) }
    case 12 where depth < 3:
      do {
        var nested = try container.nestedUnkeyedContainer(forKey: key)
        read(&nested, depth: depth + 1)
      } catch {
        note("nested") { throw error }
      }
    case 13 where depth < 3:
      do {
        if number(below: 2) == 0 {
          read(try container.nestedContainer(keyedBy: TextKey.self, forKey: key), depth: depth + 1)
        } else {
          read(try container.nestedContainer(keyedBy: WideKeys.self, forKey: key), depth: depth + 1)
        }
      } catch {
        note("nested") { throw error }
      }
    case 14 where depth < 3:
      do {
        read(try container.superDecoder(forKey: key), depth: depth + 1)
      } catch {
        note("super") { throw error }
      }
    case 15: note("backwards") { try container.decode(Backwards.self, forKey: key) }
    case 16: note("ranges") { try container.decode([Range<Int>].self, forKey: key) }
    case 17:
      note("table") {
        ProbedValue.table(try container.decode([String: ProbedValue].self, forKey: key))
      }
    case 18: note("node") { try container.decode(SampleNode.self, forKey: key).title }
    default:
      note("Date") {
        try container.decode(Date.self, forKey: key).timeIntervalSinceReferenceDate
      }
    }
  }

  private mutating func readSingle(_ decoder: any Decoder) {
    note("single") { [state] in
      let container = try decoder.singleValueContainer()
      if container.decodeNil() { return "nil" }
      if let value = state.tried({ try container.decode(Int.self) }) { return "\(value)" }
      if let value = state.tried({ try container.decode([Int].self) }) { return "\(value)" }
      return "\(try container.decode(ProbedValue.self))"
    }
  }

  private mutating func read(_ container: inout any UnkeyedDecodingContainer, depth: Int) {
    lines.append("count \(container.count ?? -1) at \(container.codingPath.map(\.stringValue))")
    for _ in 0..<number(below: (container.count ?? 0) + 3) {
      lines.append("\(container.currentIndex) \(container.isAtEnd)")
      call(&container, depth: depth)
    }
    if number(below: 6) == 0 {
      let copy = container
      state.keep(at: place) { [state] in
        var container = copy
        // The path to it is not known any more.
        let number = state.tried { try container.decode(Int.self) }
        return "kept: \(number.map(String.init) ?? "none"), \(container.currentIndex)"
      }
    }
  }

  private mutating func call(_ container: inout any UnkeyedDecodingContainer, depth: Int) {
    switch number(below: 27) {
    case 0...3: note("Int") { try container.decode(Int.self) }
    case 4: note("Int8") { try container.decode(Int8.self) }
    case 5: note("String") { try container.decode(String.self) }
    case 6: note("Bool") { try container.decode(Bool.self) }
    case 7: note("Double") { try container.decode(Double.self) }
    case 8: note("Point") { try container.decode(ReadingSource.Point.self) }
    case 9: note("[Int]") { try container.decode([Int].self) }
    case 10: note("Int?") { try container.decode(Int?.self) }
    case 11, 12: note("nil") { try container.decodeNil() }
    case 13: note("if present") { try container.decodeIfPresent(Int.self) }
    case 14: note("Date") { try container.decode(Date.self).timeIntervalSinceReferenceDate }
    case 15, 16: note("probed") { try container.decode(ProbedValue.self) }
    case 17: note("set") { try container.decode(Set<Int>.self).sorted() }
    case 18:
      note("keyed") { [state] in
        let nested = try container.nestedContainer(keyedBy: WideKeys.self)
        return
          "\(nested.codingPath.map(\.stringValue)) \(state.outcome { try nested.decode(Int.self, forKey: .a) })"
      }
    case 19,
      20 where depth < 3:
      do {
        var nested = try container.nestedUnkeyedContainer()
        if number(below: 4) == 0 {
          call(&container, depth: depth)
        }
        read(&nested, depth: depth + 1)
      } catch {
        note("nested") { throw error }
      }
    case 21 where depth < 3:
      do {
        let decoder = try container.superDecoder()
        read(decoder, depth: depth + 1)
      } catch {
        note("super") { throw error }
      }
    case 22: note("ranges") { try container.decode([Range<Int>].self) }
    case 23: note("backwards") { try container.decode(Backwards.self) }
    case 24: note("node") { try container.decode(SampleNode.self).title }
    case 25:
      var copy = container
      note("copy") { try copy.decode(Int.self) }
      lines.append("\(copy.currentIndex)")
    default: note("table") { ProbedValue.table(try container.decode([String: ProbedValue].self)) }
    }
  }
}
