import Foundation
import KeyedArchives

extension ValueCoder where Value: Codable {
  /// The coder that the others are compared with.
  static var json: ValueCoder {
    ValueCoder(
      name: "Foundation JSON", encode: { try JSONEncoder().encode($0) },
      decode: { try JSONDecoder().decode(Value.self, from: $0) })
  }

  static var propertyList: ValueCoder {
    ValueCoder(
      name: "Property list, binary",
      encode: {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        return try encoder.encode($0)
      },
      decode: { try PropertyListDecoder().decode(Value.self, from: $0) })
  }

  static func archive(
    _ name: String, _ compression: BlockPacking, allowing classes: TypeAllowList = [],
    isGenerated: Bool = false
  ) -> ValueCoder {
    ValueCoder(
      name: name,
      output: compression != .none ? .compressed : isGenerated ? .asAnother : .plain,
      encode: {
        var archiver = KeyedArchiver(compression: compression)
        archiver.usesGeneratedCode = isGenerated
        return try archiver.encode($0)
      },
      decode: {
        var unarchiver = KeyedUnarchiver(usesGeneratedCode: isGenerated)
        if !classes.isEmpty { unarchiver.allowedTypes = classes }
        return try unarchiver.decode(Value.self, from: $0)
      })
  }
}
