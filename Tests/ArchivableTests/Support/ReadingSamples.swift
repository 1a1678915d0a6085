#if Macros
  import Foundation
  import KeyedArchives

  /// A number that notes how it is decoded: generated code calls no `init(from:)`.
  struct Witness: RawRepresentable, Codable, Equatable, Sendable, ArchivableLeaf {
    var rawValue: Int

    init(rawValue: Int) { self.rawValue = rawValue }

    init(from decoder: any Decoder) throws {
      rawValue = try decoder.singleValueContainer().decode(Int.self)
      Decodings.current?.note()
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(rawValue)
    }
  }

  /// Counts the calls of `init(from:)` of witnesses in a task.
  final class Decodings: Sendable {
    @TaskLocal static var current: Decodings?
    private nonisolated(unsafe) var count = 0

    fileprivate func note() { count += 1 }

    /// How many of them `body` makes.
    static func count(in body: () throws -> Void) rethrows -> Int {
      let decodings = Decodings()
      try $current.withValue(decodings) { try body() }
      return decodings.count
    }
  }

  /// Names that the macro's own code uses, and others that have to be written with care.
  @Archivable
  struct Names: Equatable {
    var reader: Int
    var places: [Witness]
    var bits: Bool
    let writer: String?
    var fields: [String: Witness]
    var `self`: Bool?
    var `init`: Witness
    private(set) var `where`: Double
    fileprivate let `default`: Bool
    var decoder = Witness(rawValue: 5)
    var container: Int? = nil
    let `constant`: UInt8

    static let sample = Names(
      reader: 1, places: [.init(rawValue: 2)], bits: true, writer: "w",
      fields: ["a": .init(rawValue: 3)], self: false, init: .init(rawValue: 4), where: 0.5,
      default: true, constant: 9)
  }

  /// What is in private properties, wrapped ones and ones with observers.
  @Archivable
  struct Hidden: Equatable {
    private var secret: Witness
    @Clamped private var clamped: Int
    private let isOld: Bool
    @ArchiveIgnored private var cache: [Int] = [1]
    @ArchiveIgnored var note: String?
    var observed: Witness {
      didSet { changes += 1 }
    }
    @ArchiveIgnored private(set) var changes = 0

    init(_ number: Int) {
      secret = Witness(rawValue: number)
      clamped = number
      isOld = number % 2 == 0
      observed = Witness(rawValue: -number)
    }
  }

  /// Nothing of it is archived.
  @Archivable
  struct AllIgnored: Equatable {
    @ArchiveIgnored var number = 1
    @ArchiveIgnored var text: String?
  }

  /// Decodes itself, and never by generated code.
  @Archivable
  struct OwnDecoding: Equatable {
    var number: Witness
    var isDecoded = false

    enum CodingKeys: String, CodingKey { case number }

    init(number: Int) { self.number = Witness(rawValue: number) }

    init(from decoder: any Decoder) throws {
      number = try decoder.container(keyedBy: CodingKeys.self).decode(
        Witness.self, forKey: .number)
      isDecoded = true
    }
  }

  @Archivable
  struct Holder<Value: Codable & Equatable, Other>: Equatable where Other: Codable & Equatable {
    let value: Value
    var maybe: Value?
    var others: [Other]
    var witness: Witness

    init(_ value: Value, _ others: [Other]) {
      self.value = value
      maybe = others.isEmpty ? nil : value
      self.others = others
      witness = Witness(rawValue: 1)
    }
  }

  /// A raw value is archived in its place, as `Codable` has it.
  @Archivable
  struct Choice: OptionSet, Hashable {
    let rawValue: UInt8
    static let first = Choice(rawValue: 1)
  }

  @Archivable
  struct Identifier: RawRepresentable, Hashable {
    var rawValue: String
  }
#endif
