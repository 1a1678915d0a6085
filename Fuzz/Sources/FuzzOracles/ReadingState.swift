internal import ArchiveFormat

extension CodingUserInfoKey {
  /// The ``ReadingState`` of all ``Transcript``s of an archive.
  public static let readingState = CodingUserInfoKey(rawValue: "readingState")
}

/// The bytes that say which calls ``Transcript``s make, and what came of those that were made.
///
/// It goes to the decoding of one archive, on one thread. Decoding may begin anew, where it finds that it can't be done
/// straight from the bytes: so what a transcript does depends on its place alone.
public final class ReadingState: @unchecked Sendable {
  private let program: [UInt8]
  /// A Boolean value indicating whether lines have the sentences of errors, beside their codes, places and paths.
  private let tellsSentences: Bool
  /// What was kept of containers, to be asked once all is over, by the place of the transcript that kept it.
  private var later: [String: [() -> String]] = [:]
  /// Whether a limit was met, also where the type that met it went on.
  public private(set) var isLimited = false

  /// The state before the first call.
  public init(_ program: [UInt8], tellsSentences: Bool = true) {
    (self.program, self.tellsSentences) = (program, tellsSentences)
  }

  /// What the containers that were kept give after the archive was decoded, or refused. They hold this state, and are let
  /// go.
  public func keptLines() -> [String] {
    defer { later = [:] }
    return later.sorted { $0.key < $1.key }.flatMap { $0.value.map { $0() } }
  }

  /// The bytes that say what the transcript at a place does: of the whole program at the root, at most 64 elsewhere.
  func begin(at place: [any CodingKey]) -> ByteSource {
    later[Self.name(of: place)] = []
    guard !place.isEmpty, !program.isEmpty else { return ByteSource(program) }
    let start = place.reduce(0) {
      ($0 + ($1.intValue ?? $1.stringValue.utf8.reduce(0) { $0 + Int($1) })) % program.count
    }
    return ByteSource(Array(program[start...].prefix(64)))
  }

  /// Keeps what is asked once all is over.
  func keep(at place: [any CodingKey], _ line: @escaping () -> String) {
    later[Self.name(of: place), default: []].append(line)
  }

  private static func name(of place: [any CodingKey]) -> String {
    place.map(\.stringValue).joined(separator: "/")
  }

  /// Notes whether an error, or what is behind it, is that of a limit.
  func note(_ error: any Error) {
    let codes: [ArchiveError.Code] = [.limitExceeded, .stackExhausted]
    let cause = (error as? DecodingError)?.context.underlyingError ?? error
    if let cause = cause as? ArchiveError, codes.contains(cause.code) { isLimited = true }
  }
}

extension ReadingState {
  /// What a call gives, nil if it throws.
  func tried<Value>(_ call: () throws -> Value) -> Value? {
    do {
      return try call()
    } catch {
      note(error)
      return nil
    }
  }

  /// What a call gave, or the error that it threw.
  func outcome<Result>(_ body: () throws -> Result) -> String {
    do {
      return "\(try body())"
    } catch let error as DecodingError {
      note(error)
      let ours = error.context.underlyingError as? ArchiveError
      let path = error.context.codingPath.map(\.stringValue).joined(separator: ".")
      return
        "\(Self.name(error)) at \(path): \(ours.map(text) ?? "")"
    } catch let error as ArchiveError {
      note(error)
      return text(error)
    } catch {
      return "\(error)"
    }
  }

  private func text(_ error: ArchiveError) -> String {
    let sentence = tellsSentences ? " \(error.message)" : ""
    return "\(error.code) \(error.byteOffset ?? -1) \(error.path)\(sentence)"
  }

  private static func name(_ error: DecodingError) -> String {
    switch error {
    case .typeMismatch(let type, _): "mismatch of \(type)"
    case .valueNotFound(let type, _): "no value of \(type)"
    case .keyNotFound(let key, _): "no key \(key.stringValue)"
    case .dataCorrupted: "corrupted"
    @unknown default: "unknown"
    }
  }
}

extension DecodingError {
  var context: Context {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context
    @unknown default: Context(codingPath: [], debugDescription: "")
    }
  }
}
