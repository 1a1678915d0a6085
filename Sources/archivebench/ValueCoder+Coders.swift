import Foundation
import KeyedArchives

extension ValueCoder where Value: Codable {
  /// The coder that the others are compared with.
  static var json: ValueCoder {
    let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
    return ValueCoder(
      name: "JSONEncoder", encode: encoder.encode,
      decode: { try decoder.decode(Value.self, from: $0) })
  }

  static var propertyList: ValueCoder {
    let (encoder, decoder) = (PropertyListEncoder(), PropertyListDecoder())
    encoder.outputFormat = .binary
    return ValueCoder(
      name: "PropertyListEncoder (binary)", encode: encoder.encode,
      decode: { try decoder.decode(Value.self, from: $0) })
  }

  static func archive(
    _ name: String, _ compression: BlockPacking, allowing classes: ClassAllowList = []
  ) -> ValueCoder {
    let archiver = KeyedArchiver(compression: compression)
    let unarchiver = KeyedUnarchiver(allowedClasses: classes)
    return ValueCoder(
      name: name, encode: { try archiver.encode($0) },
      decode: { try unarchiver.decode(Value.self, from: $0) })
  }

  /// This package's archiver, plain and compressed.
  static func archives(allowing classes: ClassAllowList = []) -> [ValueCoder] {
    [
      archive("KeyedArchiver", .none, allowing: classes),
      archive("KeyedArchiver (zlib 6)", .zlib(level: 6), allowing: classes),
    ]
  }
}
