#if Macros
  import Foundation
  public import KeyedArchives

  /// Declarations in odd places, and with odd names.
  public enum Odd {
    static let limit = 7
    static func nextName() -> String { "made" }
    typealias Identifier = UInt32

    enum Kind: Int, Codable { case first, second }

    struct Centre: Codable, Equatable { var x = 0, y = 0 }

    @Archivable
    indirect enum Expression: Equatable {
      case number(Int)
      case sum(Expression, Expression)
      case list([Expression])
      case named([String: Self])
    }

    @Archivable
    enum Figure: Equatable {
      case circle(Centre, radius: Double)
      case kinds(of: [Kind], Identifier)
      case nothing
    }

    @Archivable
    struct Defaults: Equatable {
      var kind: Kind = Kind.second
      var other = Kind.first
      var centre = Centre(x: limit)
      var centres = [Centre(), Centre(y: 1)]
      var name: String = nextName()
      var text = "at most \(limit)"
      var number: Identifier = Identifier(limit)
      var implicit: Kind = .second
      var negative = -1.5
      var table: [String: [Int]] = [:]
      let fixed = limit
      var required: Int
    }

    struct Deeper {
      enum Still {
        @Archivable
        struct Below: Equatable {
          var kind: Within
          @Archivable enum Within: Equatable { case here(Below.Further), there }
          @Archivable struct Further: Equatable { var kind: [Within] = [Within.there] }
        }
      }
    }

    final class Keeper {
      @Archivable struct Kept: Equatable { var kind = Kind.first }
    }

    actor Worker {
      @Archivable struct Job: Equatable { var kind: Kind? = Kind.first }
    }

    @Archivable
    struct Keywords: Equatable {
      var `class`: Int, `func`: String
      var `default` = 1
      var `in`: Bool?
      var `init` = "i"
      var `protocol`, `where`, `try`: Int
      var _1 = 1
    }

    @Archivable
    enum KeywordCases: Equatable {
      case `class`(`in`: Int)
      case `init`(`self`: Int, `default`: String)
      case `default`, `func`, `switch`(Int, `case`: Int)
    }

    /// Names that the generated code uses itself.
    @Archivable
    struct Locals: Equatable {
      var reader, writer, places, place, bits, fields: Int
      var container, decoder, encoder: Int
      var field0, field1, value0, payload, index, cases, superclass: Int
    }

    @Archivable
    enum LocalCases: Equatable {
      case reader(writer: Int), writer(reader: Int, value0: Int, value1: Int)
      case payload(bits: Int), place(payload: Int), bits, value0, index(index: Int), places
    }

    @Archivable
    struct Lettered: Equatable {
      var größe = 1.5
      var 数: Int
      var 🚀: [String]
      @ArchiveKey("with \"quotes\", \\ and \u{1F600}") var quoted: Int
      @ArchiveKey("") var empty: Int
      @ArchiveKey("two\nlines") var lines: Int
    }

    @Archivable
    enum LetteredCases: Equatable { case größe(höhe: Int), 数(Int), 🚀 }

    @Archivable
    struct Optionals: Equatable {
      var a: Int?
      var b: Int?
      var c: Swift.Int?
      var d: Kind??
      var e: [Int?]
      var f: [Kind: Centre?]
    }

    @Archivable
    struct Written: Equatable {
      // A comment.
      var a /* of a */: /* a type */ Int  // behind
      /// Documented.
      private(set) var b = 2  // a default
      var c: Int
      var d: (Int); var e: ((String))
      package var f: Int = 3, g = 4
    }

    @Archivable struct Ignoring {
      var id: Int
      @ArchiveIgnored var action: (() -> Void)?
      @ArchiveIgnored var cache: [Int] = []
      lazy var twice = id * 2
      var half: Int { id / 2 }
      static let shared = 1
      var watched = 1 {
        willSet {}
        didSet {}
      }
    }

    @Archivable struct OwnInitializer: Equatable {
      var a: Int
      var b = Kind.second
      init(_ a: Int) { self.a = a }
    }

    @Archivable struct Recursive: Equatable {
      var next: [Self] = []
      var byName: [String: Recursive]?
    }

    @Archivable struct Empty: Equatable {}
    @Archivable enum Unit: Equatable { case only }
    @Archivable enum Preset: Equatable {
      case a(x: Int = 5, y: Kind = .first), b(_ x: Int, _ y: Int)
    }
    @Archivable enum Letter: Character { case a = "a", b = "é" }
    @Archivable enum Weight: Double { case light = 0.5, heavy = 2.25 }
    @Archivable enum Implied: String { case a, b = "other" }
    @Archivable struct Flags: OptionSet, Equatable {
      let rawValue: UInt16
      static let one = Flags(rawValue: 1)
    }
    @Archivable struct Name: RawRepresentable, Hashable { var rawValue: String }
    @Archivable struct OfKind: RawRepresentable, Hashable { var rawValue: Kind }

    /// Public and frozen.
    @Archivable @frozen public struct Frozen: Equatable {
      /// A number.
      public var a: Int
    }
    @Archivable struct ArchiveFields: Equatable { var a: ArchiveReader }
    @Archivable struct ArchiveReader: Equatable { var a: Int }
    @Archivable fileprivate struct Hidden: Equatable { var kind = Kind.first }
    static func hidden() -> some Codable & Equatable { Hidden() }
    @Archivable fileprivate enum HiddenCases: Equatable { case a(Hidden) }
    static func hiddenCase() -> some Codable & Equatable { HiddenCases.a(Hidden()) }
  }

  extension Odd {
    @Archivable struct InExtension: Equatable { var kind: Kind = Kind.first }
    @Archivable enum CasesInExtension: Equatable { case a(Kind) }
  }

  public extension Odd {
    @Archivable struct InPublicExtension: Equatable { var a = limit }
    @Archivable enum CasesInPublicExtension: Equatable { case a(Int) }
    @Archivable internal struct SaidInPublicExtension: Equatable { var a: Int }
  }

  package extension Odd {
    @Archivable struct InPackageExtension: Equatable { var a: Int }
  }

  private extension Odd {
    @Archivable struct InPrivateExtension: Equatable { var kind = Kind.first }
  }

  extension Odd { static func inPrivate() -> some Codable & Equatable { InPrivateExtension() } }
#endif
