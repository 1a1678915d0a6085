import ArchiveFormat

/// An archive of one construct in itself, as deep as asked for.
package struct NestedArchive: Sendable {
  package let name: String
  package let bytes: @Sendable (_ depth: Int) -> [UInt8]

  private init(
    _ name: String, hasRootList: Bool = false,
    _ write: @escaping @Sendable (_ script: inout ArchiveScript, _ depth: Int) -> Void
  ) {
    self.name = name
    bytes = { depth in
      var script = ArchiveScript()
      write(&script, depth)
      return script.singlePart(hasRootList: hasRootList)
    }
  }

  private static let any = ArchiveKind.any.rawValue
  private static let int = ArchiveKind.int.rawValue
  private static let optional: UInt8 = 1 << 6

  package static let all = containers + objects + definitions

  private static let containers = [
    NestedArchive("array") { script, depth in
      for _ in 0..<depth { script.array(1) }
      script.int(1)
    },
    NestedArchive("set") { script, depth in
      for _ in 0..<depth { script.content.bytes += [ArchiveKind.set.rawValue, any, 1 << 2 | 1] }
      script.int(1)
    },
    NestedArchive("nullable elements") { script, depth in
      for _ in 0..<depth {
        script.content.bytes += [
          ArchiveKind.array.rawValue, ArchiveKind.nullable.rawValue, ArchiveKind.array.rawValue,
          any, 1 << 2 | 1, 1, 1 << 2 | 1,
        ]
      }
      script.int(1)
    },
    NestedArchive("value of a map") { script, depth in
      for _ in 0..<depth {
        script.content.bytes += [ArchiveKind.map.rawValue, int, any, 1 << 3 | 1, 1]
      }
      script.int(1)
    },
    NestedArchive("key of a map") { script, depth in
      for _ in 0..<depth {
        script.content.bytes += [ArchiveKind.map.rawValue, any, int, 1 << 3 | 1]
      }
      script.int(1)
      for _ in 0..<depth { script.content.zigzag(1) }
    },
    NestedArchive("record") { script, depth in
      let shape = script.shape([("key", [any])])
      for _ in 0..<depth { script.recordTag(shape) }
      script.int(1)
    },
    NestedArchive("record of its own shape, or none") { script, depth in
      _ = script.shape([("key", [optional | ArchiveKind.recordOfShape.rawValue, 1])])
      script.recordTag(0)
      script.content.bytes += [UInt8](repeating: 1, count: depth) + [0]
    },
    NestedArchive("array of records") { script, depth in
      _ = script.shape([
        ("kids", [ArchiveKind.array.rawValue, ArchiveKind.recordOfShape.rawValue, 1])
      ])
      script.recordTag(0)
      script.content.bytes += [UInt8](repeating: 1 << 2 | 1, count: depth) + [1]
    },
    NestedArchive("case of an enumeration") { script, depth in
      let type = script.type("Choice")
      let both = script.shape(of: type, [("both", ArchiveScript.kind(.recordOfShape, 1))])
      _ = script.shape([("_0", [any])])
      for _ in 0..<depth { script.recordTag(both) }
      script.int(1)
    },
    NestedArchive("typed") { script, depth in
      let type = script.type("Wrapper")
      for _ in 0..<depth {
        script.content.bytes += ArchiveScript.kind(.typed, type) + [any]
      }
      script.int(1)
    },
    NestedArchive("existential") { script, depth in
      let type = script.type("Layer")
      let shape = script.shape(of: type, [("inner", [any])])
      for _ in 0..<depth { script.recordTag(shape) }
      script.int(1)
    },
    NestedArchive("extension") { script, depth in
      script.extension("e.e")
      var lengths = [1]
      for _ in 0..<depth {
        let inner = lengths[lengths.count - 1]
        let payload = 1 + inner
        lengths.append(1 + ArchiveScript.varintByteCount(payload) + payload)
      }
      for level in stride(from: depth, to: 0, by: -1) {
        script.content.kind(.extension)
        script.content.varint(1 + lengths[level - 1])
        script.content.varint(0)
      }
      script.int(1)
    },
  ]

  private static let objects = [
    NestedArchive("object") { script, depth in
      let type = script.type("Node", isClass: true)
      let shape = script.shape(of: type, [("key", [any])])
      for _ in 0..<depth { script.object(shape) }
      script.int(1)
    },
    NestedArchive("object of its own shape, or none") { script, depth in
      let type = script.type("Node", isClass: true)
      let kind = [ArchiveKind.object.rawValue] + ArchiveScript.kind(.recordOfShape, 0)
      _ = script.shape(of: type, [("key", [optional | kind[0]] + kind.dropFirst())])
      script.object(0)
      for _ in 0..<depth { script.content.bytes += [1, 1] }
      script.content.byte(0)
    },
    NestedArchive("object whose body is one value") { script, depth in
      let type = script.type("Box", isClass: true)
      for _ in 0..<depth {
        script.content.kind(.object)
        script.content.bytes += ArchiveScript.kind(.typed, type) + [any]
        script.content.varint(0)
      }
      script.int(1)
    },
    NestedArchive("record of a superclass") { script, depth in
      let type = script.type("Node", isClass: true)
      let shape = script.shape(of: type, [("super", [any])])
      script.object(shape)
      for _ in 0..<depth { script.recordTag(shape) }
      script.int(1)
    },
    NestedArchive("edge from each object of the tail to the next") { script, depth in
      let type = script.type("Chain", isClass: true)
      let shape = script.shape(of: type, [("next", [any])])
      script.object(shape)
      for number in 1...max(1, depth) {
        script.edge(.strongBackReference, to: nil)
        script.tail(number, shape)
      }
      script.edge(.conditionalReference, to: 0)
    },
    NestedArchive("edges from within to all around") { script, depth in
      let type = script.type("Node", isClass: true)
      let shape = script.shape(of: type, [("key", [any])])
      for _ in 0..<depth { script.object(shape) }
      script.edge(.strongBackReference, to: 0)
    },
  ]

  private static let definitions = [
    NestedArchive("kind in a kind") { script, depth in
      _ = script.shape([
        ("key", [UInt8](repeating: ArchiveKind.array.rawValue, count: depth) + [int])
      ])
      script.int(1)
    },
    NestedArchive("shape that needs itself") { script, _ in
      _ = script.shape([("key", [ArchiveKind.recordOfShape.rawValue, 1])])
      script.recordTag(0)
    },
    NestedArchive("shape that needs the next") { script, depth in
      for number in 0..<depth {
        _ = script.shape([("key", ArchiveScript.kind(.recordOfShape, number + 1))])
      }
      _ = script.shape([("key", [int])])
      script.recordTag(0)
      script.content.zigzag(1)
    },
    NestedArchive("shape derived from the one before") { script, depth in
      var shape = script.shape([("key", [optional | int])])
      for _ in 0..<depth { shape = script.derivedShape(from: shape, field: 0, [optional | int]) }
      script.recordTag(shape)
      script.content.byte(0)
    },
    NestedArchive("argument of an argument") { script, depth in
      var type = script.type("Type")
      for number in 0..<depth { type = script.type("T\(number)", arguments: [type, type]) }
      script.content.bytes += ArchiveScript.kind(.typed, type) + [any]
      script.int(1)
    },
    NestedArchive("superclass of a superclass") { script, depth in
      var type = script.type("Node", isClass: true, version: 1)
      for number in 0..<depth {
        type = script.type("N\(number)", isClass: true, version: 1, superclass: type)
      }
      script.object(script.shape(of: type, [("key", [int])]))
      script.content.zigzag(1)
    },
    NestedArchive("roots", hasRootList: true) { script, depth in
      for number in 0..<depth + 1 {
        let name = number == 0 ? "" : "r\(number)"
        script.content.varint(name.utf8.count + 1)
        script.content.bytes += name.utf8
        script.int(1)
      }
      script.content.byte(ArchiveFraming.endOfRoots)
    },
  ]
}
