import KeyedArchives
import Synchronization

/// Tells the objects of a graph what to do in one call of `decode`, and notes what they did.
final class DecodingScript: Sendable {
  private let oddities: @Sendable (_ id: Int) -> ScriptedNode.Oddity
  private let lines = Mutex<[String]>([])
  private let throwCount = Mutex(0)

  /// - Parameter oddities: Tells what the object of a number does beside decoding its fields.
  init(_ oddities: @escaping @Sendable (_ id: Int) -> ScriptedNode.Oddity = { _ in .nothing }) {
    self.oddities = oddities
  }

  /// One in `rate` objects does something, by chance; none if it is 0.
  convenience init(seed: UInt64, rate: UInt64) {
    self.init { id in
      guard rate > 0 else { return .nothing }
      var state =
        seed &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(truncatingIfNeeded: id) &* 0xD1B5_4A32_D192_ED03
      state ^= state >> 31
      state = state &* 0xBF58_476D_1CE4_E5B9
      state ^= state >> 29
      guard state % rate == 0 else { return .nothing }
      let all = ScriptedNode.Oddity.allCases
      return all[Int(state / rate % UInt64(all.count))]
    }
  }

  static let key = CodingUserInfoKey(rawValue: "script")

  static func of(_ decoder: any Decoder) -> DecodingScript {
    key.flatMap { decoder.userInfo[$0] as? DecodingScript } ?? DecodingScript()
  }

  func oddity(of id: Int) -> ScriptedNode.Oddity { oddities(id) }

  /// The notes so far.
  var log: [String] { lines.withLock { $0 } }

  func note(_ line: String) { lines.withLock { $0.append(line) } }

  /// Each second one does not throw.
  func throwsNow() -> Bool {
    throwCount.withLock { count in
      count += 1
      return count % 2 == 1
    }
  }
}

struct ScriptError: Error {}
