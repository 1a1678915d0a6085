internal import ArchiveFormat
internal import ArchiveInspection
internal import KeyedArchives
internal import Synchronization

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Decodes bytes as a type, which the option chooses.
///
/// What is decoded is encoded, decoded and encoded again: the bytes are the same. It is well-formed to whoever verifies it;
/// its requirements name every class that was asked about; without checksums it is the same.
public enum UnarchiveOracle {
  /// Decodes the content of an input.
  public static func run(_ bytes: [UInt8]) {
    let input = FuzzInput(bytes)
    switch input.option & 15 {
    case 0: decode(Sample.self, input)
    case 1: decode([Sample].self, input)
    case 2: decode(SampleGraph.self, input)
    case 3: decode(SampleCollections.self, input, isOrdered: false)
    case 4: decode([Int].self, input)
    case 5: decode([String].self, input)
    case 6: decode([Double?].self, input)
    case 7: decode(SampleNode.self, input)
    case 8: decode([[Int16]].self, input)
    case 9: decode([Bool?].self, input)
    case 10: decode(Data.self, input)
    case 11: decode([SampleState].self, input)
    case 12: decode([String: [Int]].self, input, isOrdered: false)
    case 13: decode([Date].self, input)
    case 14: decode(Optional<Int64>.self, input)
    default: decode(ArchivedValue.self, input)
    }
  }

  private static func decode<Value: Codable>(
    _ type: Value.Type, _ input: FuzzInput, isOrdered: Bool = true
  ) {
    let seen = Mutex<Set<String>>([])
    var unarchiver = KeyedUnarchiver(limits: FuzzLimits.small)
    if input.option & 16 != 0 { unarchiver.allowedTypes = [SampleLeaf.self] }
    if input.option & 32 != 0 {
      unarchiver.typeObserver = { decision in _ = seen.withLock { $0.insert(decision.name) } }
    }
    let data = Data(input.content)
    let value: Value
    do {
      value =
        input.option & 64 == 0
        ? try unarchiver.decode(type, from: input.content) : try unarchiver.decode(type, from: data)
    } catch {
      Oracle.check(error, in: input.content.count)
      return
    }
    checkRequirements(unarchiver, data, seen.withLock { $0 })
    unarchiver.verifiesChecksums = false
    do {
      let unverified = try unarchiver.decode(type, from: data)
      guard let first = encoded(value), let again = encoded(unverified) else { return }
      Oracle.require(!isOrdered || first == again, "without checksums the value is another")
      let second = try unarchiver.decode(type, from: first)
      Oracle.require(
        !isOrdered || encoded(second) == first, "decoded and encoded, the bytes are others")
    } catch let error as ArchiveError where error.code == .limitExceeded {
      return
    } catch {
      fatalError("what was decoded once is refused then: \(error)")
    }
  }

  /// The archive of what was decoded; nil where references make it nest too deep.
  private static func encoded(_ value: some Encodable) -> [UInt8]? {
    do {
      return try KeyedArchiver().encode(value) as [UInt8]
    } catch let error as ArchiveError where error.code == .limitExceeded {
      return nil
    } catch {
      fatalError("what was decoded is not encoded: \(error)")
    }
  }

  private static func checkRequirements(
    _ unarchiver: KeyedUnarchiver, _ data: Data, _ asked: Set<String>
  ) {
    do {
      let needed = try unarchiver.requirements(of: data)
      let names = Set(needed.types.compactMap(\.name))
      Oracle.require(
        asked.isSubset(of: names), "decoding asked about \(asked.subtracting(names)) beyond needs")
      Oracle.require(needed.rawByteCount <= 2 << 20, "more raw bytes than the limits let through")
    } catch {
      Oracle.require(
        Oracle.isBeyondDecoding(error, data), "what is decoded has no requirements: \(error)")
    }
    let verification = ArchiveVerification(of: Array(data), limits: FuzzLimits.small)
    Oracle.require(verification.findings.count <= 100, "more findings than are ever told")
  }
}
