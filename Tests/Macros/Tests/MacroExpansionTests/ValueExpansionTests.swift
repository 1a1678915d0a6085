@testable import ExpandedMacros
import Testing

/// What the macro writes for structs and enumerations, as its user can read it.
@Suite struct ValueExpansionTests {
  @Test func `a struct`() {
    expectExpansion(
      of: """
        @Archivable
        public struct Account<Tag> {
          public var id: Int64
          @ArchiveKey("mail") var address: String
          var attempts = 0
          var note: String?
          @ArchiveIgnored var isOpen = false
          let version = 3
          static var shared = 0
          lazy var folded = id
          var doubled: Int64 { id * 2 }
        }
        """,
      to: """
        public struct Account<Tag> {
          public var id: Int64
          var address: String
          var attempts = 0
          var note: String?
          var isOpen = false
          let version = 3
          static var shared = 0
          lazy var folded = id
          var doubled: Int64 { id * 2 }

          private enum CodingKeys: Swift.String, Swift.CodingKey {
            case id
            case address = "mail"
            case attempts
            case note
            case version
          }

          private typealias ArchivedSelf = Self

          private struct ArchivedFields where Tag: Swift.Codable {
            struct `id` {
              struct `id`<ArchivedFieldValue: Swift.Codable> {
                init(_: (ArchivedSelf) -> ArchivedFieldValue) {
                }
              }
              let field = `id` {
                $0.id
              }
            }
            struct `address` {
              struct `address`<ArchivedFieldValue: Swift.Codable> {
                init(_: (ArchivedSelf) -> ArchivedFieldValue) {
                }
              }
              let field = `address` {
                $0.address
              }
            }
            struct `attempts` {
              struct `attempts`<ArchivedFieldValue: Swift.Codable> {
                init(_: (ArchivedSelf) -> ArchivedFieldValue) {
                }
              }
              let field = `attempts` {
                $0.attempts
              }
            }
            struct `note` {
              struct `note`<ArchivedFieldValue: Swift.Codable> {
                init(_: (ArchivedSelf) -> ArchivedFieldValue) {
                }
              }
              let field = `note` {
                $0.note
              }
            }
          }
        }

        extension Account: Swift.Codable, KeyedArchives.ArchivableValue, KeyedArchives.ArchivableRecord where Tag: Swift.Codable {
          public static func describeFields(_ fields: inout KeyedArchives.ArchiveFields) {
            fields.readInAnyOrder()
            fields.add("id", \\Self.id)
            fields.add("mail", \\Self.address)
            fields.add("attempts", \\Self.attempts)
            fields.add("note", \\Self.note)
            fields.add("version", \\Self.version)
          }
          public static var confirmedKeys: (any Swift.CodingKey.Type)? {
            CodingKeys.self
          }
          public func writeFields(to writer: inout KeyedArchives.ArchiveWriter, at places: KeyedArchives.ArchivePlaces) {
            var bits = KeyedArchives.ArchiveStateBits()
            bits.add(self.id)
            bits.add(self.address)
            bits.add(self.attempts)
            bits.add(self.note)
            bits.add(self.version)
            writer.put(bits)
            writer.put(self.id, at: places[0])
            writer.put(self.address, at: places[1])
            writer.put(self.attempts, at: places[2])
            writer.put(self.note, at: places[3])
            writer.put(self.version, at: places[4])
          }
          public init(from reader: inout KeyedArchives.ArchiveReader, at places: KeyedArchives.ArchivedPlaces) throws {
            var bits = try reader.takeBits(at: places)
            let field0 = try reader.take(Self.typeOfField {
                $0.id
              }, &bits, at: places[0])
            let field1 = try reader.take(Self.typeOfField {
                $0.address
              }, &bits, at: places[1])
            let field2 = try reader.take(Self.typeOfField {
                $0.attempts
              }, &bits, at: places[2])
            let field3 = try reader.take(Self.typeOfField {
                $0.note
              }, &bits, at: places[3])
            _ = try reader.take(Self.typeOfField {
                $0.version
              }, &bits, at: places[4])
            self.id = field0
            self.address = field1
            self.attempts = field2
            self.note = field3
          }
          @inline(never) public init(from archiveReader: inout KeyedArchives.ArchiveReader, inOrderOf archivedFields: KeyedArchives.ArchivedFieldOrder) throws {
            var (archivedOrder, archivedBits) = (archivedFields, try archiveReader.takeBits(at: archivedFields.places))
            var archivedField0 = KeyedArchives.ArchivedFieldResult(Self.typeOfField {
                $0.id
              })
            var archivedField1 = KeyedArchives.ArchivedFieldResult(Self.typeOfField {
                $0.address
              })
            var archivedField2 = KeyedArchives.ArchivedFieldResult(Self.typeOfField {
                $0.attempts
              })
            var archivedField3 = KeyedArchives.ArchivedFieldResult(Self.typeOfField {
                $0.note
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
              case 4:
                _ = try archiveReader.take(Self.typeOfField {
                    $0.version
                  }, &archivedBits, at: archivedOrder.place)
              default:
                throw archiveReader.unforeseenValue
              }
            }
            self.id = try archivedField0.required()
            self.address = try archivedField1.required()
            self.attempts = archivedField2.value ?? (0)
            self.note = archivedField3.value ?? nil
          }
          @_disfavoredOverload public init(from decoder: any Swift.Decoder) throws {
            try self.init(from: decoder)
          }
          public init(from decoder: (any Swift.Decoder)?) throws {
            guard let decoder else {
              throw KeyedArchives.NoCoder()
            }
            let container = try decoder.container(keyedBy: CodingKeys.self)
            self.id = try container.decode(KeyedArchives.ArchiveFieldType.of(Self.self) {
                $0.id
              }, forKey: .id)
            self.address = try container.decode(KeyedArchives.ArchiveFieldType.of(Self.self) {
                $0.address
              }, forKey: .address)
            self.attempts = try container.containsField(KeyedArchives.ArchiveFieldType.of(Self.self) {
                $0.attempts
              }, forKey: .attempts) ? container.decode(KeyedArchives.ArchiveFieldType.of(Self.self) {
                $0.attempts
              }, forKey: .attempts) : 0
            self.note = try container.decodeIfPresent(KeyedArchives.ArchiveFieldType.ofWrapped(Self.self) {
                $0.note
              }, forKey: .note)
          }
          @_disfavoredOverload public func encode(to encoder: any Swift.Encoder) throws {
            try self.encode(to: encoder)
          }
          public func encode(to encoder: (any Swift.Encoder)?) throws {
            guard let encoder else {
              throw KeyedArchives.NoCoder()
            }
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(KeyedArchives.ArchiveFieldValue.of(self.id), forKey: .id)
            try container.encode(KeyedArchives.ArchiveFieldValue.of(self.address), forKey: .address)
            try container.encode(KeyedArchives.ArchiveFieldValue.of(self.attempts), forKey: .attempts)
            try container.encodeIfPresent(self.note, forKey: .note)
            try container.encode(KeyedArchives.ArchiveFieldValue.of(self.version), forKey: .version)
          }
        }
        """)
  }

  @Test func `an enumeration with raw values and one with payloads`() {
    expectExpansion(
      of: """
        @Archivable
        enum Colour: String {
          case red, green
        }

        @Archivable
        enum Level: UInt8, Sendable {
          case low
        }

        @Archivable
        enum Figure: Sendable {
          case circle(Double), `default`(_ text: String?, in: Bool), nothing
        }

        @Archivable
        public enum Keyed {
          case circle(Double)
          enum CodingKeys: String, CodingKey {
            case circle = "c"
          }
        }
        """,
      to: """
        enum Colour: String {
          case red, green
        }
        enum Level: UInt8, Sendable {
          case low
        }
        enum Figure: Sendable {
          case circle(Double), `default`(_ text: String?, in: Bool), nothing

          private enum CodingKeys: Swift.CodingKey {
            case circle, `default`, nothing
          }

          static var confirmedKeys: (any Swift.CodingKey.Type)? {
            CodingKeys.self
          }

          static func describeCases(_ cases: inout KeyedArchives.ArchiveCases) {
            cases.add("circle") { fields in
              fields.add("_0", (Double).self)
            }
            cases.add("default") { fields in
              fields.add("_0", (String?).self)
              fields.add("in", (Bool).self)
            }
            cases.add("nothing")
          }

          func writeCase(to writer: inout KeyedArchives.ArchiveWriter, at place: KeyedArchives.ArchivePlace) {
            switch self {
            case .circle(let value0):
              let payload = writer.begin(case: 0, of: self, at: place)
              var bits = KeyedArchives.ArchiveStateBits()
              bits.add(value0)
              writer.put(bits)
              writer.put(value0, at: payload[0])
              writer.end(payload)
            case .`default`(let value0, let value1):
              let payload = writer.begin(case: 1, of: self, at: place)
              var bits = KeyedArchives.ArchiveStateBits()
              bits.add(value0)
              bits.add(value1)
              writer.put(bits)
              writer.put(value0, at: payload[0])
              writer.put(value1, at: payload[1])
              writer.end(payload)
            case .nothing:
              writer.end(writer.begin(case: 2, of: self, at: place))
            }
          }

          init(from reader: inout KeyedArchives.ArchiveReader, case index: Swift.Int, at places: KeyedArchives.ArchivedPlaces) throws {
            switch index {
            case 0:
              var bits = try reader.takeBits(at: places)
              let value0 = try reader.take((Double).self, &bits, at: places[0])
              self = .circle(value0)
            case 1:
              var bits = try reader.takeBits(at: places)
              let value0 = try reader.take((String?).self, &bits, at: places[0])
              let value1 = try reader.take((Bool).self, &bits, at: places[1])
              self = .`default`(value0, in: value1)
            case 2:
              self = .nothing
            default:
              throw reader.unforeseenValue
            }
          }
        }
        public enum Keyed {
          case circle(Double)
          enum CodingKeys: String, CodingKey {
            case circle = "c"
          }
        }

        extension Colour: Swift.Codable, KeyedArchives.ArchivableValue, KeyedArchives.ArchivableLeaf {
          static var confirmedValues: [Self]? {
            [.red, .green]
          }
        }

        extension Level: Swift.Codable, KeyedArchives.ArchivableValue, KeyedArchives.ArchivableLeaf {
          static var confirmedValues: [Self]? {
            [.low]
          }
        }

        extension Figure: Swift.Codable, KeyedArchives.ArchivableValue, KeyedArchives.ArchivableCases {
        }

        extension Keyed: Swift.Codable {
        }
        """)
  }
}
