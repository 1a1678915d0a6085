import ArchiveCompression
import Foundation

/// A coder on one value: ready to be measured, since it was seen to bring the value back.
struct Contestant {
  let name: String
  let output: CoderOutput
  /// What is decoded.
  let data: Data
  /// Encodes once; decodes once what was encoded before.
  let encode: () throws -> Void
  let decode: () throws -> Void

  /// - Throws: What the coder throws, or ``WrongResult``.
  init<Value>(
    _ coder: ValueCoder<Value>, _ value: Value, isSame: (Value, Value) -> Bool
  ) throws {
    let data = try coder.encode(value)
    guard isSame(try coder.decode(data), value) else { throw WrongResult() }
    name = coder.name
    output = coder.output
    self.data = data
    encode = { consume(try coder.encode(value)) }
    decode = { consume(try coder.decode(data)) }
  }

  /// The number of bytes after zlib at level 6; nil if that tells nothing.
  func deflatedByteCount() throws -> Int? {
    output == .plain ? try Zlib.deflated(ArraySlice(data), level: 6).count : nil
  }
}

/// A coder that does not bring back what it was given.
struct WrongResult: Error, CustomStringConvertible {
  var description: String { "the decoded value is not the original" }
}

/// Takes a result, so that the compiler cannot leave out the work for it.
@inline(never)
private func consume<Result>(_: Result) {}
