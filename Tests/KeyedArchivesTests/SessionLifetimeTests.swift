import ArchiveFormat
import Foundation
import KeyedArchives
import Testing

/// What an encoding holds goes when it ends, also what it holds in a circle.
@Suite struct SessionLifetimeTests {
  private final class Token: Sendable {}

  private enum State: Codable {
    case moving(to: Int)
  }

  private struct Failing: Encodable {
    private enum Key: CodingKey { case nested }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      _ = container.nestedUnkeyedContainer(forKey: .nested)
      throw CocoaError(.coderInvalidValue)
    }
  }

  private struct Later: Codable {
    var state = State.moving(to: 1)
  }

  /// Whether nothing holds what an archiver was given once the archiver is gone.
  private func isReleased(_ body: (KeyedArchiver) throws -> Void) throws -> Bool {
    weak var seen: Token?
    do {
      let token = Token()
      seen = token
      var archiver = KeyedArchiver()
      let key = try #require(CodingUserInfoKey(rawValue: "token"))
      archiver.userInfo[key] = token
      try body(archiver)
    }
    return seen == nil
  }

  @Test func `an encoding with nested containers leaves nothing behind`() throws {
    let value = [State.moving(to: 1), .moving(to: 2)]
    #expect(
      try isReleased { archiver in
        _ = try archiver.encode(value, against: ShapeDictionary())
      })
    #expect(
      try isReleased { archiver in
        _ = try archiver.encodeRoots { try $0.encode(value, named: "states") }
      })
    #expect(
      try isReleased { archiver in
        let writer = ArchiveStreamWriter<State>(archiver, to: ArchiveOutput { _ in })
        try writer.append(contentsOf: value)
        try writer.finish()
      })
    #expect(
      try isReleased { archiver in
        var archive: [UInt8] = []
        let first = ArchiveStreamWriter<State>(to: ArchiveOutput { archive += $0 })
        try first.finish()
        let writer = try ArchiveStreamWriter<State>(
          archiver, addingTo: ArchiveInput(Data(archive)), to: ArchiveOutput { _ in })
        try writer.append(contentsOf: value)
        try writer.flush()
        try writer.append(contentsOf: value)
      })
    #expect(
      try isReleased { archiver in
        var archiver = archiver
        archiver.hooks.store(Later.self) { later in [later.state] }
        let _: Data = try archiver.encode(Later())
      })
  }

  @Test func `an encoding that throws leaves nothing behind`() throws {
    #expect(
      try isReleased { archiver in
        #expect(throws: (any Error).self) {
          _ = try archiver.encode(Failing(), against: ShapeDictionary())
        }
      })
    #expect(
      try isReleased { archiver in
        #expect(throws: (any Error).self) {
          _ = try archiver.encodeRoots { try $0.encode(Failing(), named: "a") }
        }
      })
  }
}
