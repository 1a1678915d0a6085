import ArchiveFormat

private let int = ArchiveKind.int.rawValue

extension ArchiveScript {
  /// A tagged object that stands here, whose body is a record of a shape.
  mutating func object(_ shape: Int) {
    content.kind(.object)
    content.bytes += ArchiveScript.kind(.recordOfShape, shape)
    content.varint(0)
  }

  /// A tagged reference to an object that stands before.
  mutating func reference(to number: Int) {
    content.kind(.object)
    content.kind(.undetermined)
    content.varint(number + 3)
  }

  /// A tagged edge to an object, or to one that was not mentioned before.
  mutating func edge(_ kind: ArchiveKind, to number: Int?) {
    content.kind(kind)
    content.varint(number.map { $0 + 1 } ?? 0)
  }

  /// An object of the tail, whose body is a record of a shape.
  mutating func tail(_ number: Int, _ shape: Int) {
    content.kind(.object)
    content.bytes += ArchiveScript.kind(.recordOfShape, shape)
    content.varint(2)
    content.varint(number)
    recordTag(shape)
  }
}

extension GrowingArchive {
  static let objects = [
    GrowingArchive("many objects", 8_000) { script, size in
      let type = script.type("Class", isClass: true)
      let shape = script.shape(of: type, [("key", [int])])
      script.array(size)
      for number in 0..<size {
        script.object(shape)
        script.content.zigzag(Int64(number & 127))
      }
    },
    GrowingArchive("many references", 16_000) { script, size in
      let type = script.type("Class", isClass: true)
      let shape = script.shape(of: type, [("key", [int])])
      script.array(size + 1)
      script.object(shape)
      script.content.zigzag(1)
      for _ in 0..<size { script.reference(to: 0) }
    },
    GrowingArchive("edges to nobody", 16_000) { script, size in
      script.array(size)
      for _ in 0..<size { script.edge(.conditionalReference, to: nil) }
    },
    GrowingArchive("edges to an object around them", 16_000, isDeep: true) { script, size in
      let type = script.type("Class", isClass: true)
      let shape = script.shape(of: type, [("key", [ArchiveKind.any.rawValue])])
      script.object(shape)
      script.array(size)
      for number in 0..<size {
        script.edge(number & 1 == 0 ? .conditionalReference : .strongBackReference, to: 0)
      }
    },
    GrowingArchive("a tail of many objects", 8_000) { script, size in
      let type = script.type("Class", isClass: true)
      let shape = script.shape(of: type, [("key", [int])])
      script.array(size)
      for _ in 0..<size { script.edge(.strongBackReference, to: nil) }
      for number in 0..<size {
        script.tail(number, shape)
        script.content.zigzag(1)
      }
    },
    GrowingArchive("a tail in which each object names the next", 8_000, isDeep: true) {
      script, size in
      let type = script.type("Class", isClass: true)
      let shape = script.shape(of: type, [("key", [ArchiveKind.any.rawValue])])
      script.edge(.strongBackReference, to: nil)
      for number in 0..<size {
        script.tail(number, shape)
        if number == size - 1 { script.int(1) } else { script.edge(.strongBackReference, to: nil) }
      }
    },
    GrowingArchive("a tail that objects of the tail hold", 4_000) { script, size in
      // The first object of the tail holds every second one of those that are due.
      let type = script.type("Class", isClass: true)
      let shape = script.shape(of: type, [("key", [ArchiveKind.any.rawValue])])
      script.array(size + 1)
      for _ in 0...size { script.edge(.strongBackReference, to: nil) }
      let held = Array(stride(from: 1, through: size, by: 2))
      script.tail(0, shape)
      script.array(held.count)
      for number in held {
        script.tail(number, shape)
        script.int(1)
      }
      for number in stride(from: 2, through: size, by: 2) {
        script.tail(number, shape)
        script.int(1)
      }
    },
    GrowingArchive("objects of many classes", 4_000) { script, size in
      let shapes = (0..<size).map { number in
        let type = script.type("Class \(number)", isClass: true)
        return script.shape(of: type, [("key", [int])])
      }
      script.array(size * 2)
      for shape in shapes + shapes {
        script.object(shape)
        script.content.zigzag(1)
      }
    },
    GrowingArchive("each object holds the next", 4_000, isDeep: true) { script, size in
      let type = script.type("Class", isClass: true)
      let shape = script.shape(of: type, [("key", [ArchiveKind.any.rawValue])])
      for _ in 0..<size { script.object(shape) }
      script.int(1)
    },
  ]
}
