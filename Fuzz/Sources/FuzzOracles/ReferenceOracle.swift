internal import ArchiveFormat
internal import KeyedArchives
internal import ReferenceCoder

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Decodes bytes as a type, which the option chooses, with this package and with the reference coder.
///
/// Both coders read the same value, and write the same bytes of it, or both refuse it. A value that one coder alone
/// reads is in error if no limit was met: the two coders meet limits at different places.
public enum ReferenceOracle {
  /// Decodes the content of an input.
  public static func run(_ bytes: [UInt8]) {
    let input = FuzzInput(bytes)
    switch input.option & 15 {
    case 0: compare(Sample.self, input)
    case 1: compare([Sample].self, input)
    case 2: compare(SampleGraph.self, input)
    case 3: compare(SampleCollections.self, input, isOrdered: false)
    case 4: compare([Int].self, input)
    case 5: compare([String].self, input)
    case 6: compare([Double?].self, input)
    case 7: compare(SampleNode.self, input)
    case 8: compare([[Int16]].self, input)
    case 9: compare([Bool?].self, input)
    case 10: compare(Data.self, input)
    case 11: compare([SampleState].self, input)
    case 12: compare([String: [Int]].self, input, isOrdered: false)
    case 13: compare([Date].self, input)
    case 14: compare(Optional<Int64>.self, input)
    default: compare(ProbedValue.self, input, isOrdered: false)
    }
  }

  private static func compare<Value: Codable>(
    _ type: Value.Type, _ input: FuzzInput, isOrdered: Bool = true
  ) {
    let isListed = input.option & 16 != 0
    let unarchiver = KeyedUnarchiver(
      allowedTypes: isListed ? [SampleLeaf.self] : [], limits: FuzzLimits.small)
    var reference = ReferenceDecoder(allowedTypes: isListed ? [SampleLeaf.self] : [])
    reference.limits = FuzzLimits.small
    let ours = Result { try unarchiver.decode(type, from: input.content) }
    let theirs = Result { try reference.decode(type, from: input.content) }
    switch (ours, theirs) {
    case (.success(let left), .success(let right)):
      guard let first = encoded(left), let second = encoded(right) else { return }
      let isSame = isOrdered ? first == second : canonical(left) == canonical(right)
      Oracle.require(isSame, "the reference coder reads another value")
    case (.failure, .failure): return
    case (.success, .failure(let error)):
      Oracle.require(isExcused(error), "the reference coder refuses what is read: \(error)")
    case (.failure(let error), .success):
      Oracle.require(isExcused(error), "the reference coder reads what is refused: \(error)")
    }
  }

  /// The canonical archive of a value with dictionaries or sets, which are equal in any order; nil for one that has none.
  private static func canonical(_ value: some Encodable) -> Data? {
    try? KeyedArchiver().encodeCanonically(value)
  }

  /// Returns a Boolean value that says whether an error is that of a limit, of the stack, or of packed bytes. The
  /// reference coder does not inflate packed bytes here.
  private static func isExcused(_ error: any Error) -> Bool {
    guard let error = error as? ArchiveError else { return false }
    return [.limitExceeded, .stackExhausted].contains(error.code)
      || error.message == ReferenceDecoder.needsInflating
  }

  /// The archive of a decoded value, which both coders write alike; nil for a value that references make nest too deep.
  private static func encoded(_ value: some Encodable) -> [UInt8]? {
    let archive: [UInt8]
    do {
      archive = try KeyedArchiver().encode(value)
    } catch {
      guard isExcused(error) else { fatalError("what was decoded is not encoded: \(error)") }
      return nil
    }
    let reference = Result { try ReferenceEncoder().encode(value) }
    Oracle.require((try? reference.get()) == archive, "the reference coder writes other bytes")
    return archive
  }
}
