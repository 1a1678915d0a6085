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
    _ name: String, _ compression: BlockPacking, allowing classes: ClassAllowList = []
  ) -> ValueCoder {
    ValueCoder(
      name: name, output: compression == .none ? .plain : .compressed,
      encode: { try KeyedArchiver(compression: compression).encode($0) },
      decode: { try KeyedUnarchiver(allowedClasses: classes).decode(Value.self, from: $0) })
  }
}
