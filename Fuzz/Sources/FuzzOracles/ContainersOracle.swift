internal import ArchiveFormat
internal import KeyedArchives

/// Reads an archive as types do that read themselves: by any calls of containers, in any order, which stand in front of
/// the archive.
///
/// It gives the same whether values are read straight from the bytes or, because types are observed, listed first.
public enum ContainersOracle {
  /// A value that stands between others.
  private struct Around: Decodable {
    var before: Int?
    var value: Transcript
    var after: String?
  }

  /// Reads the second file of an input's content as the first one says.
  public static func run(_ bytes: [UInt8]) {
    let input = FuzzInput(bytes)
    switch input.option & 7 {
    case 0, 1: check(Transcript.self, input) { $0.lines }
    case 2: check([Transcript].self, input) { $0.flatMap(\.lines) }
    case 3:
      check(Around.self, input) { ["\($0.before ?? 0)"] + $0.value.lines + [$0.after ?? ""] }
    case 4:
      check([String: Transcript].self, input) { $0.map { "\($0): \($1.lines)" }.sorted() }
    case 5: check([ProbedValue].self, input) { $0.map(\.description) }
    case 6: check([Range<Int>].self, input) { $0.map(\.description) }
    default: check(ProbedValue.self, input) { [$0.description] }
    }
  }

  private static func check<Value: Decodable>(
    _ type: Value.Type, _ input: FuzzInput, _ lines: (Value) -> [String]
  ) {
    let (program, archive) = input.files
    guard let direct = read(type, program, archive, isObserved: false, lines),
      let listed = read(type, program, archive, isObserved: true, lines)
    else { return }
    switch (direct, listed) {
    case (.success(let direct), .success(let listed)):
      guard direct != listed else { return }
      let place = zip(direct, listed).prefix { $0 == $1 }.count
      let (left, right) = (direct.dropFirst(place).first, listed.dropFirst(place).first)
      fatalError("line \(place): \(left ?? "nothing"), but \(right ?? "nothing") when observed")
    case (.failure, .failure): return
    case (.success, .failure(let error)): fatalError("refused when observed: \(error)")
    case (.failure(let error), .success): fatalError("refused unless observed: \(error)")
    }
  }

  /// What an archive gives; nil if a limit was met, which the two ways meet at different places.
  private static func read<Value: Decodable>(
    _ type: Value.Type, _ program: [UInt8], _ archive: [UInt8], isObserved: Bool,
    _ lines: (Value) -> [String]
  ) -> Result<[String], any Error>? {
    guard let key = CodingUserInfoKey.readingState else { return nil }
    let state = ReadingState(program)
    var unarchiver = KeyedUnarchiver(allowedTypes: [SampleLeaf.self], limits: FuzzLimits.small)
    unarchiver.userInfo[key] = state
    if isObserved { unarchiver.typeObserver = { _ in } }
    var result: Result<[String], any Error>
    do {
      result = .success(lines(try unarchiver.decode(type, from: archive)))
    } catch {
      state.note(error)
      Oracle.check(error, in: archive.count)
      result = .failure(error)
    }
    let kept = state.keptLines()
    result = result.map { $0 + kept }
    return state.isLimited ? nil : result
  }
}
