import Foundation
import KeyedArchives
import Synchronization

/// A class and subclasses whose straight-line code is written by hand, as the macro writes it.
enum HandWrittenSubclasses {
  class Node: Codable, @unchecked Sendable {
    var name: String
    var children: [Node] = []
    var weight: Double?
    var place: Locale?

    init(_ name: String, _ children: [Node] = []) { (self.name, self.children) = (name, children) }

    init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
      HandWrittenObjects.reads.add(1, ordering: .relaxed)
      var bits = try reader.takeBits(at: places)
      name = try reader.take(String.self, &bits, at: places[0])
      children = try reader.take([Node].self, &bits, at: places[1])
      weight = try reader.take(Double?.self, &bits, at: places[2])
      place = try reader.take(Locale?.self, &bits, at: places[3])
    }

    class var archivedClass: AnyClass { Node.self }

    class func describeFields(_ fields: inout ArchiveFields) {
      fields.add("name", \Node.name)
      fields.add("children", \Node.children)
      fields.add("weight", \Node.weight)
      fields.add("place", \Node.place)
    }

    func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
      var bits = ArchiveStateBits()
      bits.add(name)
      bits.add(children)
      bits.add(weight)
      bits.add(place)
      writer.put(bits)
      writer.put(name, at: places[0])
      writer.put(children, at: places[1])
      writer.put(weight, at: places[2])
      writer.put(place, at: places[3])
    }

    class func readObject(
      from reader: inout ArchiveReader, at places: ArchivedPlaces
    ) throws -> AnyObject { try Node(from: &reader, at: places) }
  }

  class Branch: Node, @unchecked Sendable {
    var length = 1
    var isDry: Bool?
    var next: Node?

    private enum Keys: String, CodingKey { case length, isDry, next }

    override init(_ name: String, _ children: [Node] = []) { super.init(name, children) }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      length = try container.decode(Int.self, forKey: .length)
      isDry = try container.decodeIfPresent(Bool.self, forKey: .isDry)
      next = try container.decodeIfPresent(Node.self, forKey: .next)
      try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(length, forKey: .length)
      try container.encodeIfPresent(isDry, forKey: .isDry)
      try container.encodeIfPresent(next, forKey: .next)
      try super.encode(to: container.superEncoder())
    }

    override init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
      var bits = try reader.takeBits(at: places)
      length = try reader.take(Int.self, &bits, at: places[0])
      isDry = try reader.take(Bool?.self, &bits, at: places[1])
      next = try reader.take(Node?.self, &bits, at: places[2])
      let superclass = try reader.beginSuperclass(at: places[3])
      try super.init(from: &reader, at: superclass.places)
      reader.end(superclass)
    }

    override class var archivedClass: AnyClass { Branch.self }

    override class func describeFields(_ fields: inout ArchiveFields) {
      fields.add("length", \Branch.length)
      fields.add("isDry", \Branch.isDry)
      fields.add("next", \Branch.next)
      fields.add(superclass: Node.self)
    }

    override func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
      var bits = ArchiveStateBits()
      bits.add(length)
      bits.add(isDry)
      bits.add(next)
      writer.put(bits)
      writer.put(length, at: places[0])
      writer.put(isDry, at: places[1])
      writer.put(next, at: places[2])
      let superclass = writer.beginSuperclass(at: places[3])
      super.writeFields(to: &writer, at: superclass.places)
      writer.end(superclass)
    }

    override class func readObject(
      from reader: inout ArchiveReader, at places: ArchivedPlaces
    ) throws -> AnyObject { try Branch(from: &reader, at: places) }
  }

  /// One without fields of its own, twice.
  class Twig: Branch, @unchecked Sendable {
    private enum Keys: CodingKey {}

    override init(_ name: String, _ children: [Node] = []) { super.init(name, children) }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try super.encode(to: container.superEncoder())
    }

    override init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
      let superclass = try reader.beginSuperclass(at: places[0])
      try super.init(from: &reader, at: superclass.places)
      reader.end(superclass)
    }

    override class var archivedClass: AnyClass { Twig.self }

    override class func describeFields(_ fields: inout ArchiveFields) {
      fields.add(superclass: Branch.self)
    }

    override func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
      let superclass = writer.beginSuperclass(at: places[0])
      super.writeFields(to: &writer, at: superclass.places)
      writer.end(superclass)
    }

    override class func readObject(
      from reader: inout ArchiveReader, at places: ArchivedPlaces
    ) throws -> AnyObject { try Twig(from: &reader, at: places) }
  }

  final class Leaf: Twig, @unchecked Sendable {
    private enum Keys: CodingKey {}

    override init(_ name: String, _ children: [Node] = []) { super.init(name, children) }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try super.encode(to: container.superEncoder())
    }

    override init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
      let superclass = try reader.beginSuperclass(at: places[0])
      try super.init(from: &reader, at: superclass.places)
      reader.end(superclass)
    }

    override class var archivedClass: AnyClass { Leaf.self }

    override class func describeFields(_ fields: inout ArchiveFields) {
      fields.add(superclass: Twig.self)
    }

    override func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
      let superclass = writer.beginSuperclass(at: places[0])
      super.writeFields(to: &writer, at: superclass.places)
      writer.end(superclass)
    }

    override class func readObject(
      from reader: inout ArchiveReader, at places: ArchivedPlaces
    ) throws -> AnyObject { try Leaf(from: &reader, at: places) }
  }
}

extension HandWrittenSubclasses.Node: ArchivableObject {}
