import ArchiveCompression
import Foundation
import Workloads

/// One way to turn a value into data and back.
struct ValueCoder<Value> {
  var name: String
  /// What there is to tell of the data.
  var output = CoderOutput.plain
  var encode: (Value) throws -> Data
  var decode: (Data) throws -> Value
}

/// What there is to tell of the data that a coder makes.
enum CoderOutput: String, Encodable {
  /// Its size, and its size when compressed.
  case plain
  /// Its size, since it is compressed already.
  case compressed
  /// Nothing, since it is that of another coder.
  case asAnother
}

/// What every coder can be measured on.
#if Benchmarks
  typealias MeasuredValue = Codable & Equatable & FixedLayoutDocument & ProtobufConvertible
#else
  typealias MeasuredValue = Codable & Equatable & FixedLayoutDocument
#endif

extension ValueCoder where Value: MeasuredValue {
  /// Foundation's coders. The first is the one that all others are compared with.
  static var foundation: [ValueCoder] { [.json, .propertyList] }

  /// This package's archiver.
  static var archives: [ValueCoder] {
    [
      .archive("KeyedArchives, Codable", .none),
      .archive("KeyedArchives, Codable, zlib 6", .zlib(level: 6)),
      .archive("KeyedArchives, generated", .none, isGenerated: true),
    ]
  }

  /// What no coder for any type can do better.
  static var limits: [ValueCoder] { [.fixedLayout, .fixedLayoutUnchecked] }
}
