import ArchiveFormat
import KeyedArchives
import ReferenceCoder
import Testing

/// The coder of this package and the reference coder at the same work.
struct TwoCoders {
  /// Classes that may come back where a superclass or an existential is asked for.
  var types: [TypeAllowList.DecodableType] = []
  var limits = ArchiveLimits.untrusted
  /// The `userInfo` that values find in their encoders and decoders.
  var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// The result of coding, or its error, in words.
  static func outcome<Result>(_ words: (Result) -> String, _ body: () throws -> Result) -> String {
    do {
      return words(try body())
    } catch let error as ArchiveError where error.code == .limitExceeded {
      // The place where a limit is met depends on what is counted together (Spec, section 12).
      return error.code.rawValue
    } catch let error as ArchiveError {
      return "\(error.code.rawValue) at \(error.byteOffset ?? -1) \(error.rawOffset ?? -1)"
    } catch {
      return "\(error)"
    }
  }

  /// Expects both coders to write the same bytes, or to refuse the value alike. Returns the bytes.
  @discardableResult
  func expectSameBytes(
    _ value: some Encodable, _ framing: ArchiveLayout.Framing = .automatic,
    _ name: @autoclosure () -> String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) -> [UInt8]? {
    var archiver = KeyedArchiver(framing: framing)
    archiver.userInfo = userInfo
    var reference = ReferenceEncoder(framing: Self.framing(framing), names: .declared)
    reference.userInfo = userInfo
    let ours = Result { try archiver.encode(value) as [UInt8] }
    let theirs = Result { try reference.encode(value) }
    if case (.success(let left), .success(let right)) = (ours, theirs) {
      if left != right {
        let place = zip(left, right).prefix { $0 == $1 }.count
        Issue.record(
          """
          \(name()), \(framing), \(left.count) and \(right.count) bytes, from byte \(max(0, place - 60)) on:
          \(Self.hex(left.dropFirst(max(0, place - 60))))
          the reference coder:
          \(Self.hex(right.dropFirst(max(0, place - 60))))
          """,
          sourceLocation: sourceLocation)
      }
      return left
    }
    let (left, right) = (
      Self.outcome(Self.hex) { try ours.get() }, Self.outcome(Self.hex) { try theirs.get() }
    )
    if left != right {
      Issue.record(
        "\(name()), \(framing):\n\(left)\nthe reference coder:\n\(right)",
        sourceLocation: sourceLocation)
    }
    return nil
  }

  /// Expects both coders to read the same value from an archive, or to refuse the archive with one code at one place.
  ///
  /// - Returns: A Boolean value that says whether this package reads the archive.
  @discardableResult
  func expectSameValue<Value: Decodable>(
    _ type: Value.Type, _ bytes: [UInt8], _ name: @autoclosure () -> String = "",
    sourceLocation: SourceLocation = #_sourceLocation, words: (Value) -> String = ObjectText.of
  ) -> Bool {
    var unarchiver = KeyedUnarchiver(allowedTypes: TypeAllowList(types), limits: limits)
    unarchiver.userInfo = userInfo
    var reference = ReferenceDecoder.inflating(types, limits: limits)
    reference.userInfo = userInfo
    var isRead = false
    let ours = Self.outcome(words) {
      let value = try unarchiver.decode(type, from: bytes)
      isRead = true
      return value
    }
    let theirs = Self.outcome(words) { try reference.decode(type, from: bytes) }
    if ours != theirs {
      let place = zip(ours, theirs).prefix { $0 == $1 }.count
      Issue.record(
        """
        \(name()): …\(ours.dropFirst(max(0, place - 60)).prefix(300))
        the reference coder: …\(theirs.dropFirst(max(0, place - 60)).prefix(300))
        \(Self.hex(bytes))
        """, sourceLocation: sourceLocation)
    }
    return isRead
  }

  /// Expects both coders to write the same bytes of a value in each framing, and to read the same value from them.
  func expectSame<Value: Codable>(
    _ value: Value, _ name: @autoclosure () -> String = "",
    framings: [ArchiveLayout.Framing] = [.singlePart, .multiPart],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for framing in framings {
      guard
        let bytes = expectSameBytes(value, framing, name(), sourceLocation: sourceLocation)
      else { continue }
      expectSameValue(Value.self, bytes, name(), sourceLocation: sourceLocation)
    }
  }

  static func framing(_ framing: ArchiveLayout.Framing) -> ReferenceEncoder.Framing {
    switch framing {
    case .automatic: .automatic
    case .singlePart: .singlePart
    case .multiPart: .multiPart
    }
  }

  /// The first bytes in hex.
  static func hex(_ bytes: some Sequence<UInt8>) -> String {
    bytes.prefix(1_000).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
