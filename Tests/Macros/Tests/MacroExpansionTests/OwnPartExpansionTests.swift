@testable import ExpandedMacros
import Testing

/// Expansions of types that have parts of their own: keys, decoding, and initial values that name something.
@Suite struct OwnPartExpansionTests {
  @Test func `keys and decoding of its own`() {
    expectExpansion(
      of: """
        @Archivable
        struct Pair {
          var left: Int, right: Int
          var hidden = 1
          enum CodingKeys: String, CodingKey {
            case right = "r"
            case left
          }
          init(from decoder: any Decoder) throws {
            (left, right) = (1, 2)
          }
        }
        """,
      to: """
        struct Pair {
          var left: Int, right: Int
          var hidden = 1
          enum CodingKeys: String, CodingKey {
            case right = "r"
            case left
          }
          init(from decoder: any Decoder) throws {
            (left, right) = (1, 2)
          }
        }

        extension Pair: Swift.Codable, KeyedArchives.ArchivableValue, KeyedArchives.ArchivableRecord {
          static func describeFields(_ fields: inout KeyedArchives.ArchiveFields) {
            fields.add(CodingKeys.right.stringValue, \\Self.right)
            fields.add(CodingKeys.left.stringValue, \\Self.left)
            fields.leaveReadingToDecoder()
          }
          static var confirmedKeys: (any Swift.CodingKey.Type)? {
            CodingKeys.self
          }
          func writeFields(to writer: inout KeyedArchives.ArchiveWriter, at places: KeyedArchives.ArchivePlaces) {
            var bits = KeyedArchives.ArchiveStateBits()
            bits.add(self.right)
            bits.add(self.left)
            writer.put(bits)
            writer.put(self.right, at: places[0])
            writer.put(self.left, at: places[1])
          }
          init(from reader: inout KeyedArchives.ArchiveReader, at places: KeyedArchives.ArchivedPlaces) throws {
            throw reader.unforeseenValue
          }
          @_disfavoredOverload func encode(to encoder: any Swift.Encoder) throws {
            try self.encode(to: encoder)
          }
          func encode(to encoder: (any Swift.Encoder)?) throws {
            guard let encoder else {
              throw KeyedArchives.NoCoder()
            }
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(KeyedArchives.ArchiveFieldValue.of(self.right), forKey: .right)
            try container.encode(KeyedArchives.ArchiveFieldValue.of(self.left), forKey: .left)
          }
        }
        """)
  }

  @Test func `initial values that name something`() {
    expectExpansion(
      of: """
        public extension Outer where Other: Sendable {
          @Archivable
          struct Inner {
            var value: Element
            var kind: Kind = Kind.first
            var other = limit
            var plain = [1]
          }
        }
        """,
      to: """
        public extension Outer where Other: Sendable {
          struct Inner {
            var value: Element
            var kind: Kind = Kind.first
            var other = limit
            var plain = [1]

            private enum CodingKeys: Swift.String, Swift.CodingKey {
              case value
              case kind
              case other
              case plain
            }

            private struct ArchiveInitialValues {
              let kind: () -> Kind = {
                Kind.first
              }
              let other = {
                limit
              }
            }

            private typealias ArchivedSelf = Self

            private struct ArchivedFields {
              struct `value` {
                struct `value`<ArchivedFieldValue: Swift.Codable> {
                  init(_: (ArchivedSelf) -> ArchivedFieldValue) {
                  }
                }
                let field = `value` {
                  $0.value
                }
              }
              struct `kind` {
                struct `kind`<ArchivedFieldValue: Swift.Codable> {
                  init(_: (ArchivedSelf) -> ArchivedFieldValue) {
                  }
                }
                let field = `kind` {
                  $0.kind
                }
              }
              struct `other` {
                struct `other`<ArchivedFieldValue: Swift.Codable> {
                  init(_: (ArchivedSelf) -> ArchivedFieldValue) {
                  }
                }
                let field = `other` {
                  $0.other
                }
              }
              struct `plain` {
                struct `plain`<ArchivedFieldValue: Swift.Codable> {
                  init(_: (ArchivedSelf) -> ArchivedFieldValue) {
                  }
                }
                let field = `plain` {
                  $0.plain
                }
              }
            }
          }
        }

        extension Outer.Inner: Swift.Codable, KeyedArchives.ArchivableValue, KeyedArchives.ArchivableRecord {
          public static func describeFields(_ fields: inout KeyedArchives.ArchiveFields) {
            fields.readInAnyOrder()
            fields.add("value", \\Self.value)
            fields.add("kind", \\Self.kind)
            fields.add("other", \\Self.other)
            fields.add("plain", \\Self.plain)
          }
          public static var confirmedKeys: (any Swift.CodingKey.Type)? {
            CodingKeys.self
          }
          @inline(never) public func writeFields(to writer: inout KeyedArchives.ArchiveWriter, at places: KeyedArchives.ArchivePlaces) {
            var bits = KeyedArchives.ArchiveStateBits()
            bits.add(self.value)
            bits.add(self.kind)
            bits.add(self.other)
            bits.add(self.plain)
            writer.put(bits)
            writer.put(self.value, at: places[0])
            writer.put(self.kind, at: places[1])
            writer.put(self.other, at: places[2])
            writer.put(self.plain, at: places[3])
          }
          @inline(never) public init(from reader: inout KeyedArchives.ArchiveReader, at places: KeyedArchives.ArchivedPlaces) throws {
            var bits = try reader.takeBits(at: places)
            let field0 = try reader.take(Self.typeOfField {
                $0.value
              }, &bits, at: places[0])
            let field1 = try reader.take(Self.typeOfField {
                $0.kind
              }, &bits, at: places[1])
            let field2 = try reader.take(Self.typeOfField {
                $0.other
              }, &bits, at: places[2])
            let field3 = try reader.take(Self.typeOfField {
                $0.plain
              }, &bits, at: places[3])
            self.value = field0
            self.kind = field1
            self.other = field2
            self.plain = field3
          }
          @inline(never) public init(from archiveReader: inout KeyedArchives.ArchiveReader, inOrderOf archivedFields: KeyedArchives.ArchivedFieldOrder) throws {
            var (archivedOrder, archivedBits) = (archivedFields, try archiveReader.takeBits(at: archivedFields.places))
            var archivedField0 = KeyedArchives.ArchivedFieldResult(Self.typeOfField {
                $0.value
              })
            var archivedField1 = KeyedArchives.ArchivedFieldResult(Self.typeOfField {
                $0.kind
              })
            var archivedField2 = KeyedArchives.ArchivedFieldResult(Self.typeOfField {
                $0.other
              })
            var archivedField3 = KeyedArchives.ArchivedFieldResult(Self.typeOfField {
                $0.plain
              })
            while let index = try archiveReader.takeField(&archivedOrder, &archivedBits) {
              switch index {
              case 0:
                archivedField0.value = try archiveReader.take(archivedField0.type, &archivedBits, at: archivedOrder.place)
              case 1:
                archivedField1.value = try archiveReader.take(archivedField1.type, &archivedBits, at: archivedOrder.place)
              case 2:
                archivedField2.value = try archiveReader.take(archivedField2.type, &archivedBits, at: archivedOrder.place)
              case 3:
                archivedField3.value = try archiveReader.take(archivedField3.type, &archivedBits, at: archivedOrder.place)
              default:
                throw archiveReader.unforeseenValue
              }
            }
            self.value = try archivedField0.required()
            self.kind = archivedField1.value ?? (ArchiveInitialValues().kind())
            self.other = archivedField2.value ?? (ArchiveInitialValues().other())
            self.plain = archivedField3.value ?? ([1])
          }
          @_disfavoredOverload public init(from decoder: any Swift.Decoder) throws {
            try self.init(from: decoder)
          }
          public init(from decoder: (any Swift.Decoder)?) throws {
            guard let decoder else {
              throw KeyedArchives.NoCoder()
            }
            let container = try decoder.container(keyedBy: CodingKeys.self)
            self.value = try container.decode(KeyedArchives.ArchiveFieldType.of(Self.self) {
                $0.value
              }, forKey: .value)
            self.kind = try container.containsField(KeyedArchives.ArchiveFieldType.of(Self.self) {
                $0.kind
              }, forKey: .kind) ? container.decode(KeyedArchives.ArchiveFieldType.of(Self.self) {
                $0.kind
              }, forKey: .kind) : ArchiveInitialValues().kind()
            self.other = try container.containsField(KeyedArchives.ArchiveFieldType.of(Self.self) {
                $0.other
              }, forKey: .other) ? container.decode(KeyedArchives.ArchiveFieldType.of(Self.self) {
                $0.other
              }, forKey: .other) : ArchiveInitialValues().other()
            self.plain = try container.containsField(KeyedArchives.ArchiveFieldType.of(Self.self) {
                $0.plain
              }, forKey: .plain) ? container.decode(KeyedArchives.ArchiveFieldType.of(Self.self) {
                $0.plain
              }, forKey: .plain) : [1]
          }
          @_disfavoredOverload public func encode(to encoder: any Swift.Encoder) throws {
            try self.encode(to: encoder)
          }
          public func encode(to encoder: (any Swift.Encoder)?) throws {
            guard let encoder else {
              throw KeyedArchives.NoCoder()
            }
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(KeyedArchives.ArchiveFieldValue.of(self.value), forKey: .value)
            try container.encode(KeyedArchives.ArchiveFieldValue.of(self.kind), forKey: .kind)
            try container.encode(KeyedArchives.ArchiveFieldValue.of(self.other), forKey: .other)
            try container.encode(KeyedArchives.ArchiveFieldValue.of(self.plain), forKey: .plain)
          }
        }
        """)
  }
}
