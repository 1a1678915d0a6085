#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// One way to write the values of a form and to read them back.
package struct FormCoder {
  /// Encodes once.
  package let encode: () throws -> Void
  /// Decodes once, and reads what the decoded values kept.
  package let decode: () throws -> Void
  /// Decodes once, and returns a Boolean value that says whether the decoded values are the expected ones.
  package let isRight: () throws -> Bool

  init<Written, Bytes, Read: FormValue>(
    _ written: Written, _ expected: [Read], encode: @escaping (Written) throws -> Bytes,
    decode: @escaping (Bytes) throws -> [Read]
  ) {
    let bytes = Result { try encode(written) }
    self.encode = { consume(try encode(written)) }
    self.decode = {
      let values = try decode(bytes.get())
      if Read.isKept { for value in values { try value.readKept() } }
      consume(values)
    }
    isRight = {
      let values = try decode(bytes.get())
      guard values.count == expected.count else { return false }
      for (value, other) in zip(values, expected) {
        guard try value.isSame(as: other) else { return false }
      }
      return true
    }
  }

  /// Foundation's coders for JSON.
  static func json<Written: FormValue, Read: FormValue>(
    _ written: [Written], _ expected: [Read]
  ) -> FormCoder {
    FormCoder(
      written, expected, encode: { try JSONEncoder().encode($0) },
      decode: { try JSONDecoder().decode([Read].self, from: $0) })
  }

  /// The loop written by hand.
  static func loop<Written: FormValue, Read: FormValue>(
    _ written: [Written], _ expected: [Read]
  ) -> FormCoder {
    let bytes = unsafe expected.encoded(checksum: nil)
    return FormCoder(
      written, expected, encode: { unsafe $0.encoded(checksum: nil) },
      decode: { _ in unsafe try [Read].decoded(from: bytes, checksum: nil) })
  }

  /// The loop for values that are archived one by one.
  static func loop<Value: FormValue & FixedLayoutDocument>(alone values: [Value]) -> FormCoder {
    FormCoder(
      values, values, encode: { $0.map { unsafe $0.encoded(checksum: nil) } },
      decode: { try $0.map { unsafe try Value.decoded(from: $0, checksum: nil) } })
  }
}
