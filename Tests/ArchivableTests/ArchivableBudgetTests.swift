#if Macros
  import Foundation
  import KeyedArchives
  import Testing

  /// What generated code writes is read with the same budget, however well it packs.
  @Suite struct ArchivableBudgetTests {
    @Archivable struct Rows: Equatable {
      var flags: [Bool] = []
      var choices: [Bool?] = []
      var numbers: [Int] = []
      var wide: [Wide] = []
      var named: [String: Wide] = [:]
      var members: Set<Int> = []
    }

    @Archivable struct Wide: Hashable {
      var a: Int?
      var b: Int?
      var c: Int?
      var d: Int?
      var e: Int?
      var f: Int?
      var g: Int?
      var h: Int?
    }

    private static let all = {
      var rows = Rows()
      rows.flags = .init(repeating: true, count: 3_000)
      rows.choices = .init(repeating: true, count: 3_000)
      rows.numbers = .init(repeating: 0, count: 3_000)
      rows.wide = .init(repeating: Wide(), count: 3_000)
      rows.named = Dictionary(uniqueKeysWithValues: (0..<1_000).map { ("k\($0)", Wide()) })
      rows.members = Set(0..<3_000)
      return rows
    }()

    @Test(arguments: [BlockPacking.none, .zlib(level: 1), .zlib(level: 9)])
    func `rows that pack well`(_ compression: BlockPacking) throws {
      var budget = ReadingBudget()
      budget.baseByteCount /= 1_000
      budget.baseVisitCount /= 1_000
      var archiver = KeyedArchiver(compression: compression)
      archiver.readingBudget = budget
      var unarchiver = KeyedUnarchiver()
      unarchiver.limits.budget = budget
      for path in [\Rows.flags as PartialKeyPath, \.choices, \.numbers, \.wide, \.named, \.members]
      {
        var rows = Rows()
        func copy<Value>(_ path: WritableKeyPath<Rows, Value>) {
          rows[keyPath: path] = Self.all[keyPath: path]
        }
        switch path {
        case \.flags: copy(\.flags)
        case \.choices: copy(\.choices)
        case \.numbers: copy(\.numbers)
        case \.wide: copy(\.wide)
        case \.named: copy(\.named)
        default: copy(\.members)
        }
        // The second and third time it is known what stands there.
        for _ in 0..<3 {
          let data: Data = try archiver.encode(rows)
          #expect(try unarchiver.decode(Rows.self, from: data) == rows, "\(path)")
        }
      }
      let data: Data = try archiver.encode(Self.all)
      #expect(try unarchiver.decode(Rows.self, from: data) == Self.all)
    }

    @Archivable struct Empty: Hashable {}

    @Archivable struct Eight: Hashable {
      var a = Empty()
      var b = Empty()
      var c = Empty()
      var d = Empty()
      var e = Empty()
      var f = Empty()
      var g = Empty()
      var h = Empty()
    }

    @Archivable struct Dense: Hashable {
      var a = Eight()
      var b = Eight()
      var c = Eight()
      var d = Eight()
      var e = Eight()
      var f = Eight()
      var number: Int8 = 1
    }

    @Test(arguments: [BlockPacking.none, .zlib(level: 9)])
    func `records that share a byte`(_ compression: BlockPacking) throws {
      var budget = ReadingBudget()
      budget.baseVisitCount /= 1_000
      var archiver = KeyedArchiver(compression: compression)
      archiver.readingBudget = budget
      var unarchiver = KeyedUnarchiver()
      unarchiver.limits.budget = budget
      var writtenCount = 0
      for count in [1, 20, 40, 80, 160, 320] {
        let values = [Dense](repeating: Dense(), count: count)
        for _ in 0..<3 {
          do {
            let data: Data = try archiver.encode(values)
            writtenCount += 1
            #expect(try unarchiver.decode([Dense].self, from: data) == values)
          } catch let error as ArchiveError {
            #expect(count > 40 && error.description.contains("KeyedArchiver.readingBudget"))
          }
        }
      }
      #expect((9..<18).contains(writtenCount))
    }
  }
#endif
