#if Benchmarks
  import Foundation
  import SwiftProtobuf

  extension ValueCoder where Value: Message {
    /// Code that protobuf generates for the messages; values are not converted from and to them.
    static var protobuf: ValueCoder {
      ValueCoder(
        name: "swift-protobuf", encode: { try $0.serializedData() },
        decode: { try Value(serializedBytes: $0) })
    }
  }
#endif
