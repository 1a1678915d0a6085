import ArchiveFormat
import FoundationArchiveFormat
import PropertyListFormat
import TestSupport
import TestTraits
import Testing

/// Documents whose labels say what cannot be: the way back refuses them, or writes what can be read.
@Suite struct HostileDocumentTests {
  private static let labels = [
    "foundation.inline", "foundation.entry", "foundation.utf16", "foundation.null",
    "foundation.set", "foundation.order:1,0", "foundation.order:0", "foundation.order:", "other",
  ]
  private static let classes = [
    "$value", "$reference", "$inline", "$object", "NSArray", "NSMutableSet", "NSOrderedSet",
    "NSDictionary", "NSString", "NSData", "NSDate", "NSUUID", "NSURL", "NSNull",
    "NSDecimalNumber", "Person", "$end", "$none",
  ]

  /// A document with some labels, classes, leaves and edges replaced.
  private static func changed(
    _ document: ArchivedDocument, _ random: inout SeededGenerator
  ) -> ArchivedDocument {
    var cells = document.cells
    var definitions = document.definitions
    for label in labels { definitions.extensions.append(label) }
    let firstRow = definitions.types.count
    for name in classes {
      let superclass = Int.random(in: 0...definitions.types.count, using: &random)
      definitions.types.append(
        ArchivedTypeRow(
          name: name, isClass: true,
          superclass: superclass < definitions.types.count ? superclass : nil))
    }
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      guard let index = cells.indices.randomElement(using: &random) else { break }
      switch cells[index].kind {
      case .extension:
        cells[index].detail = UInt32(
          definitions.extensions.indices.randomElement(using: &random) ?? 0)
      case .object:
        cells[index].length =
          firstRow + (classes.indices.randomElement(using: &random) ?? 0)
      case .reference, .backReference, .conditionalReference:
        let kinds: [CellKind] = [.reference, .backReference, .conditionalReference]
        cells[index].kind = kinds.randomElement(using: &random) ?? .reference
        cells[index].detail = UInt32(
          Int.random(in: 0..<max(1, document.objects.count), using: &random))
      case .array, .set:
        cells[index].kind = cells[index].kind == .set ? .array : .set
      case .record, .map, .keyedMap, .typed, .packed, .packedSet, .segment: break
      default:
        let kinds: [CellKind] = [.null, .bool, .int, .float64, .date, .absent, .string, .data]
        cells[index].kind = kinds.randomElement(using: &random) ?? .null
        if [.string, .data].contains(cells[index].kind) {
          cells[index].payload = 0
          cells[index].length = 0
        }
      }
    }
    return ArchivedDocument(
      cells: cells, bytes: document.bytes, objects: document.objects,
      roots: document.roots, tail: document.tail, definitions: definitions)
  }

  @Test func `changed documents are refused, or become archives that are read`() throws {
    var (refusedCount, readCount) = (0, 0)
    for seed in 9_000..<9_000 + UInt64(Rounds.of(2_000)) {
      var random = SeededGenerator(seed: seed)
      guard
        let graph = try? FoundationGraph(try GraphComposer<SeededGenerator>.archive(&random))
      else { continue }
      let document = Self.changed(try graph.archivedDocument(), &random)
      do throws(ArchiveError) {
        let bytes = try FoundationGraph.bytes(ofDocument: document)
        readCount += 1
        do throws(ArchiveError) {
          _ = try FoundationGraph(bytes)
        } catch {
          Issue.record("seed \(seed): what was written is refused: \(error)")
        }
      } catch {
        refusedCount += 1
        #expect(
          [.invalidValue, .duplicateKey, .limitExceeded].contains(error.code),
          "seed \(seed): \(error)")
      }
    }
    #expect(refusedCount > Rounds.of(200) && readCount > Rounds.of(200))
  }

  /// The error of a document whose one root is made by a function.
  private static func error(
    _ make: (inout ArchiveTape) -> Void, limits: PropertyListLimits = PropertyListLimits()
  ) -> ArchiveError? {
    var tape = ArchiveTape()
    make(&tape)
    do throws(ArchiveError) {
      _ = try FoundationGraph.bytes(ofDocument: ArchivedDocument(tape), limits: limits)
      return nil
    } catch { return error }
  }

  /// Adds a container with what a function adds to it.
  private static func add(
    _ kind: CellKind, _ tape: inout ArchiveTape, length: Int = 0, detail: UInt32 = 0,
    _ inside: (inout ArchiveTape) -> Void
  ) {
    let index = tape.cells.count
    var cell = ArchiveCell(kind)
    cell.detail = detail
    tape.cells.append(cell)
    inside(&tape)
    tape.close(index, length: length)
  }

  private static func label(
    _ name: String, _ tape: inout ArchiveTape, _ inside: (inout ArchiveTape) -> Void
  ) {
    add(.extension, &tape, detail: tape.number(ofExtension: name), inside)
  }

  private static func object(
    _ name: String, _ number: UInt32, _ tape: inout ArchiveTape,
    _ inside: (inout ArchiveTape) -> Void
  ) {
    let row = tape.number(ofType: ArchivedTypeRow(name: name, isClass: true))
    add(.object, &tape, length: row, detail: number, inside)
  }

  private static func leaf(_ kind: CellKind, _ tape: inout ArchiveTape, detail: UInt32 = 0) {
    var cell = ArchiveCell(kind)
    cell.detail = detail
    tape.cells.append(cell)
  }

  @Test func `labels that contradict each other, or what they are around, are refused`() {
    let refused: [(inout ArchiveTape) -> Void] = [
      { tape in
        Self.label("foundation.inline", &tape) { tape in
          Self.label("foundation.entry", &tape) { Self.leaf(.null, &$0) }
        }
      },
      { Self.label("foundation.utf16", &$0) { Self.leaf(.null, &$0) } },
      { Self.label("foundation.null", &$0) { Self.leaf(.bool, &$0) } },
      { Self.label("foundation.set", &$0) { Self.leaf(.bool, &$0) } },
      { Self.object("NSArray", 0, &$0) { Self.leaf(.bool, &$0) } },
      { Self.object("Person", 0, &$0) { Self.leaf(.bool, &$0) } },
      { Self.object("$reference", 0, &$0) { Self.leaf(.bool, &$0) } },
      { Self.object("$object", 0, &$0) { Self.leaf(.bool, &$0) } },
      { Self.object("$object", 0, &$0) { Self.add(.array, &$0, length: 0) { _ in } } },
      { Self.object("$value", 0, &$0) { Self.leaf(.backReference, &$0) } },
      // A container that stands in itself.
      { tape in
        Self.object("$inline", 0, &tape) { tape in
          Self.add(.array, &tape, length: 1) { Self.leaf(.backReference, &$0) }
        }
      },
      { Self.object("$inline", 0, &$0) { Self.leaf(.backReference, &$0) } },
      { tape in
        Self.object("NSArray", 0, &tape) { tape in
          Self.label("foundation.order:1,0", &tape) { Self.add(.array, &$0) { _ in } }
        }
      },
      { tape in
        tape.roots[0].name = "$other"
        Self.leaf(.null, &tape)
      },
      { tape in
        tape.roots[0].name = "$archiver"
        Self.leaf(.null, &tape)
      },
      { tape in
        tape.roots[0].name = "$none"
        Self.leaf(.bool, &tape)
      },
      { tape in
        tape.roots[0].name = "$utf16:d83"
        Self.leaf(.bool, &tape)
      },
    ]
    for (number, make) in refused.enumerated() {
      let error = Self.error(make)
      #expect(error?.code == .invalidValue, "\(number): \(String(describing: error))")
    }
    #expect(Self.error { Self.leaf(.null, &$0) } == nil)
  }

  @Test func `containers in each other and values have limits`() {
    func nested(_ depth: Int) -> ArchiveError.Code? {
      Self.error { tape in
        Self.label("foundation.inline", &tape) { tape in
          let first = tape.cells.count
          for _ in 0..<depth { Self.leaf(.array, &tape) }
          for index in (first..<first + depth).reversed() {
            tape.close(index, length: index + 1 < first + depth ? 1 : 0)
          }
        }
      }?.code
    }
    #expect(nested(511) == nil)
    #expect(nested(512) == nil)
    #expect(nested(513) == .limitExceeded)
    func many(_ maximumCount: Int) -> ArchiveError.Code? {
      var limits = PropertyListLimits()
      limits.maximumValueCount = maximumCount
      return Self.error(
        { tape in
          Self.label("foundation.inline", &tape) { tape in
            Self.add(.array, &tape, length: 10) { tape in
              for _ in 0..<10 { Self.leaf(.bool, &tape) }
            }
          }
        }, limits: limits)?.code
    }
    // The root, the array and ten values.
    #expect(many(13) == nil)
    #expect(many(12) == nil)
    #expect(many(11) == .limitExceeded)
    // A class and 64 superclasses, and one more.
    func chain(_ count: Int) -> ArchiveError.Code? {
      Self.error { tape in
        var row: Int?
        for number in 0..<count {
          row = tape.number(
            ofType: ArchivedTypeRow(name: "C\(number)", isClass: true, superclass: row))
        }
        Self.add(.object, &tape, length: row ?? 0) { Self.add(.record, &$0) { _ in } }
      }?.code
    }
    #expect(chain(64) == nil)
    #expect(chain(65) == nil)
    #expect(chain(66) == .limitExceeded)
  }
}
