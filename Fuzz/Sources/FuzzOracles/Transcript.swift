internal import ArchiveFormat

/// A value that reads itself by the calls that a ``ReadingState`` says, and notes what each gave.
public struct Transcript: Decodable {
  /// What the calls gave, in their order.
  public var lines: [String] = []

  /// Reads whatever the decoder has: nothing that it throws ends this.
  public init(from decoder: any Decoder) throws {
    guard let key = CodingUserInfoKey.readingState,
      let state = decoder.userInfo[key] as? ReadingState
    else { throw ArchiveError(.invalidValue, "no program") }
    var program = ReadingProgram(state: state, place: decoder.codingPath)
    guard !program.isEmpty else { return }
    program.read(decoder, depth: 0)
    lines = program.lines
  }
}
