@testable import RecordLog

/// A vector of `Spec/vectors/logs`.
struct LogVector: Sendable, CustomStringConvertible {
  enum Expectation: Hashable, Sendable {
    /// It is read; what it says stands in a file of the same name.
    case state
    /// It is refused, at a byte of the file.
    case refused(LogError.Code, Int)
  }

  let name: String
  /// The property that it shows, in a sentence.
  let about: String
  let bytes: [UInt8]
  let expectation: Expectation

  var description: String { name }

  static func valid(_ name: String, _ about: String, _ bytes: [UInt8]) -> LogVector {
    LogVector(name: name, about: about, bytes: bytes, expectation: .state)
  }

  static func invalid(
    _ name: String, _ about: String, _ code: LogError.Code, at byteOffset: Int, _ bytes: [UInt8]
  ) -> LogVector {
    LogVector(name: name, about: about, bytes: bytes, expectation: .refused(code, byteOffset))
  }

  /// All of them.
  static func all() throws -> [LogVector] {
    try valid() + torn() + heads() + headers() + damaged() + movedFrames() + payloads() + meanings()
  }

  /// The text of the file.
  var text: String {
    var lines = ["# \(about)"]
    if case .refused(let code, let byteOffset) = expectation {
      lines += ["# expect: \(code.rawValue)", "# offset: \(byteOffset)"]
    }
    lines += stride(from: 0, to: bytes.count, by: 32).map { start in
      bytes[start..<min(start + 32, bytes.count)].map(Self.hex).joined()
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return digits.count < 2 ? "0" + digits : digits
  }
}
