import Foundation
import KeyedArchives
import Synchronization

/// Enumerations with payloads whose conformances are written by hand, as the macro writes them.
enum HandWrittenCases {
  enum Report: Codable, Equatable, Sendable {
    case text(String)
    case number(Int)
    case flag(Bool, note: String?)
    case point(HandWritten.Vector)
    case rows([Int], named: [String: Double])
    case nothing
    case inner(Inner)
    case maybe(Inner?, code: Int?)
    case node(HandWritten.Node)
  }

  enum Inner: Codable, Equatable, Sendable {
    case text(Int)
    case number(String)
    case none
  }

  enum Stamped: Codable, Equatable, Sendable {
    case at(Locale, name: String)
    case never
  }

  indirect enum Term: Codable, Equatable, Sendable {
    case constant(Double)
    case variable(String)
    case sum(Term, Term)
    case negation(of: Term)
    case call(String, arguments: [Term])
  }

  /// Counts how often generated code reads it.
  enum Counted: Codable, Equatable {
    case value(Int)
    case none

    static let reads = Atomic(0)
  }
}

extension HandWrittenCases.Report: ArchivableCases {
  static func describeCases(_ cases: inout ArchiveCases) {
    cases.add("text") {
      $0.add("_0", String.self)
    }
    cases.add("number") {
      $0.add("_0", Int.self)
    }
    cases.add("flag") {
      $0.add("_0", Bool.self)
      $0.add("note", String?.self)
    }
    cases.add("point") {
      $0.add("_0", HandWritten.Vector.self)
    }
    cases.add("rows") {
      $0.add("_0", [Int].self)
      $0.add("named", [String: Double].self)
    }
    cases.add("nothing")
    cases.add("inner") {
      $0.add("_0", HandWrittenCases.Inner.self)
    }
    cases.add("maybe") {
      $0.add("_0", HandWrittenCases.Inner?.self)
      $0.add("code", Int?.self)
    }
    cases.add("node") {
      $0.add("_0", HandWritten.Node.self)
    }
  }

  func writeCase(to writer: inout ArchiveWriter, at place: ArchivePlace) {
    switch self {
    case .text(let v0):
      let payload = writer.begin(case: 0, at: place)
      var bits = ArchiveStateBits()
      bits.add(v0)
      writer.put(bits)
      writer.put(v0, at: payload[0])
      writer.end(payload)
    case .number(let v0):
      let payload = writer.begin(case: 1, at: place)
      var bits = ArchiveStateBits()
      bits.add(v0)
      writer.put(bits)
      writer.put(v0, at: payload[0])
      writer.end(payload)
    case .flag(let v0, let v1):
      let payload = writer.begin(case: 2, at: place)
      var bits = ArchiveStateBits()
      bits.add(v0)
      bits.add(v1)
      writer.put(bits)
      writer.put(v0, at: payload[0])
      writer.put(v1, at: payload[1])
      writer.end(payload)
    case .point(let v0):
      let payload = writer.begin(case: 3, at: place)
      var bits = ArchiveStateBits()
      bits.add(v0)
      writer.put(bits)
      writer.put(v0, at: payload[0])
      writer.end(payload)
    case .rows(let v0, let v1):
      let payload = writer.begin(case: 4, at: place)
      var bits = ArchiveStateBits()
      bits.add(v0)
      bits.add(v1)
      writer.put(bits)
      writer.put(v0, at: payload[0])
      writer.put(v1, at: payload[1])
      writer.end(payload)
    case .nothing: writer.end(writer.begin(case: 5, at: place))
    case .inner(let v0):
      let payload = writer.begin(case: 6, at: place)
      var bits = ArchiveStateBits()
      bits.add(v0)
      writer.put(bits)
      writer.put(v0, at: payload[0])
      writer.end(payload)
    case .maybe(let v0, let v1):
      let payload = writer.begin(case: 7, at: place)
      var bits = ArchiveStateBits()
      bits.add(v0)
      bits.add(v1)
      writer.put(bits)
      writer.put(v0, at: payload[0])
      writer.put(v1, at: payload[1])
      writer.end(payload)
    case .node(let v0):
      let payload = writer.begin(case: 8, at: place)
      var bits = ArchiveStateBits()
      bits.add(v0)
      writer.put(bits)
      writer.put(v0, at: payload[0])
      writer.end(payload)
    }
  }

  init(from reader: inout ArchiveReader, case index: Int, at places: ArchivedPlaces) throws {
    switch index {
    case 0:
      var bits = try reader.takeBits(at: places)
      let v0 = try reader.take(String.self, &bits, at: places[0])
      self = .text(v0)
    case 1:
      var bits = try reader.takeBits(at: places)
      let v0 = try reader.take(Int.self, &bits, at: places[0])
      self = .number(v0)
    case 2:
      var bits = try reader.takeBits(at: places)
      let v0 = try reader.take(Bool.self, &bits, at: places[0])
      let v1 = try reader.take(String?.self, &bits, at: places[1])
      self = .flag(v0, note: v1)
    case 3:
      var bits = try reader.takeBits(at: places)
      let v0 = try reader.take(HandWritten.Vector.self, &bits, at: places[0])
      self = .point(v0)
    case 4:
      var bits = try reader.takeBits(at: places)
      let v0 = try reader.take([Int].self, &bits, at: places[0])
      let v1 = try reader.take([String: Double].self, &bits, at: places[1])
      self = .rows(v0, named: v1)
    case 5: self = .nothing
    case 6:
      var bits = try reader.takeBits(at: places)
      let v0 = try reader.take(HandWrittenCases.Inner.self, &bits, at: places[0])
      self = .inner(v0)
    case 7:
      var bits = try reader.takeBits(at: places)
      let v0 = try reader.take(HandWrittenCases.Inner?.self, &bits, at: places[0])
      let v1 = try reader.take(Int?.self, &bits, at: places[1])
      self = .maybe(v0, code: v1)
    case 8:
      var bits = try reader.takeBits(at: places)
      let v0 = try reader.take(HandWritten.Node.self, &bits, at: places[0])
      self = .node(v0)
    default: throw reader.unforeseenValue
    }
  }
}

extension HandWrittenCases.Inner: ArchivableCases {
  static func describeCases(_ cases: inout ArchiveCases) {
    cases.add("text") {
      $0.add("_0", Int.self)
    }
    cases.add("number") {
      $0.add("_0", String.self)
    }
    cases.add("none")
  }

  func writeCase(to writer: inout ArchiveWriter, at place: ArchivePlace) {
    switch self {
    case .text(let v0):
      let payload = writer.begin(case: 0, at: place)
      var bits = ArchiveStateBits()
      bits.add(v0)
      writer.put(bits)
      writer.put(v0, at: payload[0])
      writer.end(payload)
    case .number(let v0):
      let payload = writer.begin(case: 1, at: place)
      var bits = ArchiveStateBits()
      bits.add(v0)
      writer.put(bits)
      writer.put(v0, at: payload[0])
      writer.end(payload)
    case .none: writer.end(writer.begin(case: 2, at: place))
    }
  }

  init(from reader: inout ArchiveReader, case index: Int, at places: ArchivedPlaces) throws {
    switch index {
    case 0:
      var bits = try reader.takeBits(at: places)
      let v0 = try reader.take(Int.self, &bits, at: places[0])
      self = .text(v0)
    case 1:
      var bits = try reader.takeBits(at: places)
      let v0 = try reader.take(String.self, &bits, at: places[0])
      self = .number(v0)
    case 2: self = .none
    default: throw reader.unforeseenValue
    }
  }
}

extension HandWrittenCases.Stamped: ArchivableCases {
  static func describeCases(_ cases: inout ArchiveCases) {
    cases.add("at") {
      $0.add("_0", Locale.self)
      $0.add("name", String.self)
    }
    cases.add("never")
  }

  func writeCase(to writer: inout ArchiveWriter, at place: ArchivePlace) {
    switch self {
    case .at(let v0, let v1):
      let payload = writer.begin(case: 0, at: place)
      var bits = ArchiveStateBits()
      bits.add(v0)
      bits.add(v1)
      writer.put(bits)
      writer.put(v0, at: payload[0])
      writer.put(v1, at: payload[1])
      writer.end(payload)
    case .never: writer.end(writer.begin(case: 1, at: place))
    }
  }

  init(from reader: inout ArchiveReader, case index: Int, at places: ArchivedPlaces) throws {
    switch index {
    case 0:
      var bits = try reader.takeBits(at: places)
      let v0 = try reader.take(Locale.self, &bits, at: places[0])
      let v1 = try reader.take(String.self, &bits, at: places[1])
      self = .at(v0, name: v1)
    case 1: self = .never
    default: throw reader.unforeseenValue
    }
  }
}

extension HandWrittenCases.Term: ArchivableCases {
  static func describeCases(_ cases: inout ArchiveCases) {
    cases.add("constant") {
      $0.add("_0", Double.self)
    }
    cases.add("variable") {
      $0.add("_0", String.self)
    }
    cases.add("sum") {
      $0.add("_0", HandWrittenCases.Term.self)
      $0.add("_1", HandWrittenCases.Term.self)
    }
    cases.add("negation") {
      $0.add("of", HandWrittenCases.Term.self)
    }
    cases.add("call") {
      $0.add("_0", String.self)
      $0.add("arguments", [HandWrittenCases.Term].self)
    }
  }

  func writeCase(to writer: inout ArchiveWriter, at place: ArchivePlace) {
    switch self {
    case .constant(let v0):
      let payload = writer.begin(case: 0, at: place)
      var bits = ArchiveStateBits()
      bits.add(v0)
      writer.put(bits)
      writer.put(v0, at: payload[0])
      writer.end(payload)
    case .variable(let v0):
      let payload = writer.begin(case: 1, at: place)
      var bits = ArchiveStateBits()
      bits.add(v0)
      writer.put(bits)
      writer.put(v0, at: payload[0])
      writer.end(payload)
    case .sum(let v0, let v1):
      let payload = writer.begin(case: 2, at: place)
      var bits = ArchiveStateBits()
      bits.add(v0)
      bits.add(v1)
      writer.put(bits)
      writer.put(v0, at: payload[0])
      writer.put(v1, at: payload[1])
      writer.end(payload)
    case .negation(let v0):
      let payload = writer.begin(case: 3, at: place)
      var bits = ArchiveStateBits()
      bits.add(v0)
      writer.put(bits)
      writer.put(v0, at: payload[0])
      writer.end(payload)
    case .call(let v0, let v1):
      let payload = writer.begin(case: 4, at: place)
      var bits = ArchiveStateBits()
      bits.add(v0)
      bits.add(v1)
      writer.put(bits)
      writer.put(v0, at: payload[0])
      writer.put(v1, at: payload[1])
      writer.end(payload)
    }
  }

  init(from reader: inout ArchiveReader, case index: Int, at places: ArchivedPlaces) throws {
    switch index {
    case 0:
      var bits = try reader.takeBits(at: places)
      let v0 = try reader.take(Double.self, &bits, at: places[0])
      self = .constant(v0)
    case 1:
      var bits = try reader.takeBits(at: places)
      let v0 = try reader.take(String.self, &bits, at: places[0])
      self = .variable(v0)
    case 2:
      var bits = try reader.takeBits(at: places)
      let v0 = try reader.take(HandWrittenCases.Term.self, &bits, at: places[0])
      let v1 = try reader.take(HandWrittenCases.Term.self, &bits, at: places[1])
      self = .sum(v0, v1)
    case 3:
      var bits = try reader.takeBits(at: places)
      let v0 = try reader.take(HandWrittenCases.Term.self, &bits, at: places[0])
      self = .negation(of: v0)
    case 4:
      var bits = try reader.takeBits(at: places)
      let v0 = try reader.take(String.self, &bits, at: places[0])
      let v1 = try reader.take([HandWrittenCases.Term].self, &bits, at: places[1])
      self = .call(v0, arguments: v1)
    default: throw reader.unforeseenValue
    }
  }
}

extension HandWrittenCases.Counted: ArchivableCases {
  static func describeCases(_ cases: inout ArchiveCases) {
    cases.add("value") { $0.add("_0", Int.self) }
    cases.add("none")
  }

  func writeCase(to writer: inout ArchiveWriter, at place: ArchivePlace) {
    switch self {
    case .value(let value):
      let payload = writer.begin(case: 0, at: place)
      writer.put(ArchiveStateBits())
      writer.put(value, at: payload[0])
      writer.end(payload)
    case .none: writer.end(writer.begin(case: 1, at: place))
    }
  }

  init(from reader: inout ArchiveReader, case index: Int, at places: ArchivedPlaces) throws {
    Self.reads.add(1, ordering: .relaxed)
    var bits = try reader.takeBits(at: places)
    self = index == 0 ? .value(try reader.take(Int.self, &bits, at: places[0])) : .none
  }
}
