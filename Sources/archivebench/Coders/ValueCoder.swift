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
typealias MeasuredValue = Codable & Equatable & FixedLayoutDocument

extension ValueCoder where Value: MeasuredValue {
  /// The coders that take the value itself, in the order of the tables. The first is the one that
  /// the others are compared with.
  static var all: [ValueCoder] {
    [
      .json, .propertyList,
      .archive("KeyedArchives, Codable", .none),
      .archive("KeyedArchives, Codable, zlib 6", .zlib(level: 6)),
      .fixedLayout, .fixedLayoutUnchecked,
    ]
  }
}
