@testable import ExpandedMacros
import Testing

/// What the macro writes for classes and subclasses, as its user can read it.
@Suite struct ClassExpansionTests {
  @Test func `a class and a subclass of a Codable one`() {
    expectExpansion(
      of: """
        @Archivable(superclass: nil)
        open class Vehicle {
          var wheels = 4
        }

        @Archivable(superclass: Vehicle.self)
        final class Car: Vehicle {
        }
        """,
      to: """
        open class Vehicle {
          var wheels = 4

          private enum CodingKeys: Swift.String, Swift.CodingKey {
            case wheels
          }

          private typealias ArchivedSelf = Vehicle

          private struct ArchivedFields {
            struct `wheels` {
              struct `wheels`<ArchivedFieldValue: Swift.Codable> {
                init(_: (ArchivedSelf) -> ArchivedFieldValue) {
                }
              }
              let field = `wheels` {
                $0.wheels
              }
            }
          }

          public required init(from decoder: any Swift.Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            self.wheels = try container.containsField(KeyedArchives.ArchiveFieldType.of(Self.self) {
                $0.wheels
              }, forKey: .wheels) ? container.decode(KeyedArchives.ArchiveFieldType.of(Self.self) {
                $0.wheels
              }, forKey: .wheels) : 4
          }

          open func encode(to encoder: any Swift.Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(KeyedArchives.ArchiveFieldValue.of(self.wheels), forKey: .wheels)
          }

          open class var archivedClass: Swift.AnyClass {
            Vehicle.self
          }

          open class var confirmedKeys: (any Swift.CodingKey.Type)? {
            CodingKeys.self
          }

          open class func describeFields(_ fields: inout KeyedArchives.ArchiveFields) {
            fields.readInAnyOrder()
            fields.add("wheels", \\Vehicle.wheels)
          }

          open func writeFields(to writer: inout KeyedArchives.ArchiveWriter, at places: KeyedArchives.ArchivePlaces) {
            var bits = KeyedArchives.ArchiveStateBits()
            bits.add(self.wheels)
            writer.put(bits)
            writer.put(self.wheels, at: places[0])
          }

          public init(from reader: inout KeyedArchives.ArchiveReader, at places: KeyedArchives.ArchivedPlaces) throws {
            var bits = try reader.takeBits(at: places)
            let field0 = try reader.take(Vehicle.typeOfField {
                $0.wheels
              }, &bits, at: places[0])
            self.wheels = field0
          }

          open class func readObject(from reader: inout KeyedArchives.ArchiveReader, at places: KeyedArchives.ArchivedPlaces) throws -> Swift.AnyObject {
            try Vehicle(from: &reader, at: places)
          }

          @inline(never) private init(from archiveReader: inout KeyedArchives.ArchiveReader, inOrderOf archivedFields: KeyedArchives.ArchivedFieldOrder) throws {
            var (archivedOrder, archivedBits) = (archivedFields, try archiveReader.takeBits(at: archivedFields.places))
            var archivedField0 = KeyedArchives.ArchivedFieldResult(Vehicle.typeOfField {
                $0.wheels
              })
            while let index = try archiveReader.takeField(&archivedOrder, &archivedBits) {
              switch index {
              case 0:
                archivedField0.value = try archiveReader.take(archivedField0.type, &archivedBits, at: archivedOrder.place)
              default:
                throw archiveReader.unforeseenValue
              }
            }
            self.wheels = archivedField0.value ?? (4)
          }

          open class func readObject(from reader: inout KeyedArchives.ArchiveReader, inOrderOf fields: KeyedArchives.ArchivedFieldOrder) throws -> Swift.AnyObject {
            try Vehicle(from: &reader, inOrderOf: fields)
          }
        }
        final class Car: Vehicle {

          required init(from decoder: any Swift.Decoder) throws {
            let container = try decoder.container(keyedBy: KeyedArchives.NoArchiveKeys.self)
            try super.init(from: container.superDecoder())
          }

          override func encode(to encoder: any Swift.Encoder) throws {
            var container = encoder.container(keyedBy: KeyedArchives.NoArchiveKeys.self)
            try super.encode(to: container.superEncoder())
          }
        }

        extension Vehicle: Swift.Codable, KeyedArchives.ArchivableObject {
        }

        extension Car: Swift.Codable {
        }
        """)
  }

  @Test func `a subclass of one with straight-line code`() {
    expectExpansion(
      of: """
        @Archivable(superclass: Vehicle.self)
        public class Car: Vehicle {
          var doors = 4
        }

        @Archivable(superclass: Car.self)
        final class Taxi: Car {
          init(from decoder: any Decoder) throws {}
        }
        """,
      to: """
        public class Car: Vehicle {
          var doors = 4

          private enum CodingKeys: Swift.String, Swift.CodingKey {
            case doors
          }

          private typealias ArchivedSelf = Car

          private struct ArchivedFields {
            struct `doors` {
              struct `doors`<ArchivedFieldValue: Swift.Codable> {
                init(_: (ArchivedSelf) -> ArchivedFieldValue) {
                }
              }
              let field = `doors` {
                $0.doors
              }
            }
          }

          public required init(from decoder: any Swift.Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            self.doors = try container.containsField(KeyedArchives.ArchiveFieldType.of(Self.self) {
                $0.doors
              }, forKey: .doors) ? container.decode(KeyedArchives.ArchiveFieldType.of(Self.self) {
                $0.doors
              }, forKey: .doors) : 4
            try super.init(from: container.superDecoder())
          }

          public override func encode(to encoder: any Swift.Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(KeyedArchives.ArchiveFieldValue.of(self.doors), forKey: .doors)
            try super.encode(to: container.superEncoder())
          }

          public override class var archivedClass: Swift.AnyClass {
            Car.self
          }

          public override class var confirmedKeys: (any Swift.CodingKey.Type)? {
            CodingKeys.self
          }

          public override class func describeFields(_ fields: inout KeyedArchives.ArchiveFields) {
            fields.add("doors", \\Car.doors)
            fields.add(superclass: Vehicle.self)
          }

          public override func writeFields(to writer: inout KeyedArchives.ArchiveWriter, at places: KeyedArchives.ArchivePlaces) {
            var bits = KeyedArchives.ArchiveStateBits()
            bits.add(self.doors)
            writer.put(bits)
            writer.put(self.doors, at: places[0])
            let superclass = writer.beginSuperclass(at: places[1])
            super.writeFields(to: &writer, at: superclass.places)
            writer.end(superclass)
          }

          public override init(from reader: inout KeyedArchives.ArchiveReader, at places: KeyedArchives.ArchivedPlaces) throws {
            var bits = try reader.takeBits(at: places)
            let field0 = try reader.take(Car.typeOfField {
                $0.doors
              }, &bits, at: places[0])
            self.doors = field0
            let superclass = try reader.beginSuperclass(at: places[1])
            try super.init(from: &reader, at: superclass.places)
            reader.end(superclass)
          }

          public override class func readObject(from reader: inout KeyedArchives.ArchiveReader, at places: KeyedArchives.ArchivedPlaces) throws -> Swift.AnyObject {
            try Car(from: &reader, at: places)
          }
        }
        final class Taxi: Car {
          init(from decoder: any Decoder) throws {}

          override func encode(to encoder: any Swift.Encoder) throws {
            var container = encoder.container(keyedBy: KeyedArchives.NoArchiveKeys.self)
            try super.encode(to: container.superEncoder())
          }

          override class var archivedClass: Swift.AnyClass {
            Taxi.self
          }

          override class var confirmedKeys: (any Swift.CodingKey.Type)? {
            KeyedArchives.NoArchiveKeys.self
          }

          override class func describeFields(_ fields: inout KeyedArchives.ArchiveFields) {
            fields.add(superclass: Car.self)
            fields.leaveReadingToDecoder()
          }

          override func writeFields(to writer: inout KeyedArchives.ArchiveWriter, at places: KeyedArchives.ArchivePlaces) {
            let superclass = writer.beginSuperclass(at: places[0])
            super.writeFields(to: &writer, at: superclass.places)
            writer.end(superclass)
          }

          override init(from reader: inout KeyedArchives.ArchiveReader, at places: KeyedArchives.ArchivedPlaces) throws {
            throw reader.unforeseenValue
          }

          override class func readObject(from reader: inout KeyedArchives.ArchiveReader, at places: KeyedArchives.ArchivedPlaces) throws -> Swift.AnyObject {
            throw reader.unforeseenValue
          }
        }
        """, as: ArchivableSubclassMacro.self)
  }
}
