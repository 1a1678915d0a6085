import Foundation
import KeyedArchives
import TestSupport

extension CodingUserInfoKey {
  /// The seed of a ``Transcript``, and where it puts the containers that it keeps.
  static let readingSeed = CodingUserInfoKey(rawValue: "readingSeed")
  static let keptReaders = CodingUserInfoKey(rawValue: "keptReaders")
}

/// What was kept of a reading, to be asked once all is over.
final class KeptReaders: @unchecked Sendable {
  var later: [() -> String] = []
}

/// A value that reads itself by calls made up at random, and notes what each call gave.
struct Transcript: Decodable {
  var lines: [String] = []

  init(from decoder: any Decoder) throws {
    guard let seedKey = CodingUserInfoKey.readingSeed, let keptKey = CodingUserInfoKey.keptReaders,
      let seed = decoder.userInfo[seedKey] as? UInt64,
      let kept = decoder.userInfo[keptKey] as? KeptReaders
    else { throw ArchiveError(.invalidValue, "no seed") }
    var program = ReadingProgram(generator: SeededGenerator(seed: seed), kept: kept)
    program.read(decoder, depth: 0)
    lines = program.lines
  }
}

enum WideKeys: CodingKey, CaseIterable { case a, b, c, d, e, f, g }

struct ReadingProgram {
  struct Point: Codable, Equatable {
    var x: Int
    var name: String?
  }

  var generator: SeededGenerator
  let kept: KeptReaders
  var lines: [String] = []

  private mutating func number(below limit: Int) -> Int {
    Int.random(in: 0..<limit, using: &generator)
  }

  /// What a call gave, or the error that it threw.
  private static func outcome<Result>(_ body: () throws -> Result) -> String {
    do {
      return "\(try body())"
    } catch let error as DecodingError {
      let ours = Self.context(error).underlyingError as? ArchiveError
      let path = Self.context(error).codingPath.map(\.stringValue).joined(separator: ".")
      return
        "\(Self.name(error)) at \(path): \(ours.map { "\($0.code) \($0.byteOffset ?? -1) \($0.path) \($0.message)" } ?? "")"
    } catch let error as ArchiveError {
      return "\(error.code) \(error.byteOffset ?? -1) \(error.path) \(error.message)"
    } catch {
      return "\(error)"
    }
  }

  private static func name(_ error: DecodingError) -> String {
    switch error {
    case .typeMismatch(let type, _): "mismatch of \(type)"
    case .valueNotFound(let type, _): "no value of \(type)"
    case .keyNotFound(let key, _): "no key \(key.stringValue)"
    case .dataCorrupted: "corrupted"
    @unknown default: "unknown"
    }
  }

  private static func context(_ error: DecodingError) -> DecodingError.Context {
    switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context
    @unknown default: DecodingError.Context(codingPath: [], debugDescription: "")
    }
  }

  private mutating func note<Result>(_ name: String, _ body: () throws -> Result) {
    lines.append("\(name) -> \(Self.outcome(body))")
  }

  mutating func read(_ decoder: any Decoder, depth: Int) {
    for _ in 0..<(number(below: 4) == 0 ? 2 : 1) {
      switch number(below: 10) {
      case 0: readSingle(decoder)
      case 1...4:
        do {
          read(try decoder.container(keyedBy: WideKeys.self), depth: depth)
        } catch {
          note("keyed") { throw error }
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

  private mutating func read(_ container: KeyedDecodingContainer<WideKeys>, depth: Int) {
    lines.append("\(container.allKeys) at \(container.codingPath.map(\.stringValue))")
    for _ in 0..<number(below: 12) {
      let key = WideKeys.allCases[number(below: WideKeys.allCases.count)]
      lines.append("\(key) \(container.contains(key))")
      call(container, key, depth: depth)
    }
  }

  private mutating func call(
    _ container: KeyedDecodingContainer<WideKeys>, _ key: WideKeys, depth: Int
  ) {
    switch number(below: 16) {
    case 0...2: note("Int") { try container.decode(Int.self, forKey: key) }
    case 3: note("String") { try container.decode(String.self, forKey: key) }
    case 4: note("Bool") { try container.decode(Bool.self, forKey: key) }
    case 5: note("[Int]") { try container.decode([Int].self, forKey: key) }
    case 6: note("[Int] if present") { try container.decodeIfPresent([Int].self, forKey: key) }
    case 7: note("Int if present") { try container.decodeIfPresent(Int.self, forKey: key) }
    case 8, 9: note("probed") { try container.decode(ProbedValue.self, forKey: key) }
    case 10: note("nil") { try container.decodeNil(forKey: key) }
    case 11: note("Point") { try container.decode(Point.self, forKey: key) }
    case 12 where depth < 3:
      do {
        var nested = try container.nestedUnkeyedContainer(forKey: key)
        read(&nested, depth: depth + 1)
      } catch {
        note("nested") { throw error }
      }
    case 13 where depth < 3:
      do {
        read(try container.nestedContainer(keyedBy: WideKeys.self, forKey: key), depth: depth + 1)
      } catch {
        note("nested") { throw error }
      }
    case 14 where depth < 3:
      do {
        read(try container.superDecoder(forKey: key), depth: depth + 1)
      } catch {
        note("super") { throw error }
      }
    default: note("Date") { try container.decode(Date.self, forKey: key) }
    }
  }

  private mutating func readSingle(_ decoder: any Decoder) {
    note("single") {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() { return "nil" }
      if let value = try? container.decode(Int.self) { return "\(value)" }
      if let value = try? container.decode([Int].self) { return "\(value)" }
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
      kept.later.append {
        var container = copy
        // The path to it is not known any more.
        let number = try? container.decode(Int.self)
        return "kept: \(number.map(String.init) ?? "none"), \(container.currentIndex)"
      }
    }
  }

  private mutating func call(_ container: inout any UnkeyedDecodingContainer, depth: Int) {
    switch number(below: 24) {
    case 0...3: note("Int") { try container.decode(Int.self) }
    case 4: note("Int8") { try container.decode(Int8.self) }
    case 5: note("String") { try container.decode(String.self) }
    case 6: note("Bool") { try container.decode(Bool.self) }
    case 7: note("Double") { try container.decode(Double.self) }
    case 8: note("Point") { try container.decode(Point.self) }
    case 9: note("[Int]") { try container.decode([Int].self) }
    case 10: note("Int?") { try container.decode(Int?.self) }
    case 11, 12: note("nil") { try container.decodeNil() }
    case 13: note("if present") { try container.decodeIfPresent(Int.self) }
    case 14: note("Date") { try container.decode(Date.self) }
    case 15, 16: note("probed") { try container.decode(ProbedValue.self) }
    case 17: note("set") { try container.decode(Set<Int>.self).sorted() }
    case 18:
      note("keyed") {
        let nested = try container.nestedContainer(keyedBy: ThirdKeys.self)
        return
          "\(nested.codingPath.map(\.stringValue)) \(Self.outcome { try nested.decode(Int.self, forKey: .a) })"
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
    case 22:
      var copy = container
      note("copy") { try copy.decode(Int.self) }
      lines.append("\(copy.currentIndex)")
    default: note("table") { ProbedValue.table(try container.decode([String: ProbedValue].self)) }
    }
  }
}
