internal import ArchiveFormat
import ArchiveInspection
import KeyedArchives

/// What reading changed archives came to, in every way of reading.
package struct ChangeTrial: Sendable {
  /// How often each verdict was given, by reader and verdict.
  package private(set) var counts: [String: Int] = [:]
  /// What must not be, a few of each.
  package private(set) var failures: [String] = []
  package private(set) var failureCount = 0
  private var kinds: Set<String> = []
  package private(set) var inputCount = 0
  /// Whether the checksums of changed archives are made right, so that changes are read and not just found.
  package let isRepaired: Bool

  package init(isRepaired: Bool = false) { self.isRepaired = isRepaired }

  /// Reads every change of every `stride`th byte of an archive.
  package mutating func run(_ sample: HostileSample, stride: Int = 1) {
    ByteChange.forEach(of: sample.bytes, stride: stride) { change, bytes in
      inputCount += 1
      let bytes =
        isRepaired ? ChecksumRepair.repaired(bytes, against: sample.dictionary) : bytes
      if isRepaired {
        readRepaired(sample, bytes, change)
      } else {
        readDamaged(sample, bytes, change)
      }
    }
  }

  /// Nothing may come of a change, unless it cannot be told from the archive.
  private mutating func readDamaged(
    _ sample: HostileSample, _ bytes: [UInt8], _ change: ByteChange
  ) {
    if change.kind == .prefix, sample.earlierEnds.contains(change.place) {
      read("schema-less", sample, bytes, change) {
        _ = try ArchiveInspector(bytes, dictionary: sample.dictionary)
        return "the archive as it was before it grew"
      }
      return
    }
    if let isSame = sample.isSame {
      read("decode", sample, bytes, change) {
        try isSame(bytes, false) ? "equal value" : nil
      }
    }
    read("schema-less", sample, bytes, change) {
      let inspector = try ArchiveInspector(bytes, dictionary: sample.dictionary)
      return (try? inspector.dump()) == sample.dump ? "equal value" : nil
    }
    read("types", sample, bytes, change) {
      let survey = try ArchiveSurvey(bytes, dictionary: sample.dictionary)
      return try ArchiveInspector(bytes, dictionary: sample.dictionary).typeUsages() == survey.types
        ? "equal value" : nil
    }
    read("verify", sample, bytes, change) {
      let verification = ArchiveVerification(of: bytes, dictionary: sample.dictionary)
      for finding in verification.findings where !finding.hasPlace(in: bytes) { throw finding }
      guard let inspector = verification.inspector, verification.isWellFormed else {
        throw verification.findings.first ?? Silence()
      }
      return (try? inspector.dump()) == sample.dump ? "equal value" : nil
    }
  }

  /// Values may be others; whoever reads must agree on whether there is one.
  private mutating func readRepaired(
    _ sample: HostileSample, _ bytes: [UInt8], _ change: ByteChange
  ) {
    let verification = ArchiveVerification(of: bytes, dictionary: sample.dictionary)
    let isVerified = read("verify", sample, bytes, change) {
      for finding in verification.findings where !finding.hasPlace(in: bytes) { throw finding }
      guard verification.isWellFormed else { throw verification.findings.first ?? Silence() }
      return "value"
    }
    let isOpened = read("schema-less", sample, bytes, change) {
      _ = try ArchiveInspector(bytes, dictionary: sample.dictionary)
      return "value"
    }
    let isSurveyed = read("types", sample, bytes, change) {
      _ = try ArchiveSurvey(bytes, dictionary: sample.dictionary)
      return "value"
    }
    if isSurveyed != isOpened {
      fail(sample, change, bytes, "opened: \(isOpened), its types counted: \(isSurveyed)")
    }
    if isVerified, !isOpened { fail(sample, change, bytes, "verified, and refused") }
    guard let isSame = sample.isSame else { return }
    let isDecoded = read("decode", sample, bytes, change) {
      try isSame(bytes, false) ? "equal value" : "value"
    }
    let isDecodedFromCells = read("decode, cells", sample, bytes, change) {
      try isSame(bytes, true) ? "equal value" : "value"
    }
    if isDecoded, !isOpened, sample.scopeCount == 1 {
      fail(sample, change, bytes, "decoded, and refused without the type")
    }
    if isDecoded != isDecodedFromCells {
      fail(sample, change, bytes, "decoded: \(isDecoded), through cells: \(isDecodedFromCells)")
    }
  }

  /// Whether something came back.
  @discardableResult
  private mutating func read(
    _ reader: String, _ sample: HostileSample, _ bytes: [UInt8], _ change: ByteChange,
    _ body: () throws -> String?
  ) -> Bool {
    do {
      let verdict = try body()
      counts["\(reader): \(verdict ?? "WRONG VALUE")", default: 0] += 1
      if verdict == nil { fail(sample, change, bytes, "\(reader): a wrong value") }
      return true
    } catch let error as ArchiveError where error.hasPlace(in: bytes) {
      counts["\(reader): \(error.code.rawValue)", default: 0] += 1
    } catch let error as ArchiveError where isRepaired && error.isOfUserCode {
      counts["\(reader): refused by the type itself", default: 0] += 1
    } catch {
      counts["\(reader): ERROR WITHOUT PLACE", default: 0] += 1
      fail(sample, change, bytes, "\(reader): \(error)")
    }
    return false
  }

  private mutating func fail(
    _ sample: HostileSample, _ change: ByteChange, _ bytes: [UInt8], _ what: String
  ) {
    failureCount += 1
    guard failures.count < 40, kinds.insert(String(what.prefix(50))).inserted else { return }
    let digits = bytes.prefix(300).map {
      String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
    }
    failures.append("\(sample.name), \(change): \(what): \(digits.joined())")
  }

  /// Verification that neither finds anything nor hands anything out.
  private struct Silence: Error {}
}

extension ArchiveError {
  /// Whether the error names a place in the file: one of its bytes, or its end.
  func hasPlace(in bytes: [UInt8]) -> Bool {
    byteOffset.map { (0...bytes.count).contains($0) } ?? false
  }

  /// Whether this is an error of Codable that the code of a type threw about a value that it was given: it says
  /// where in the value, and knows of no file.
  var isOfUserCode: Bool {
    byteOffset == nil && [.typeMismatch, .dataCorrupted].contains(code) && !path.isEmpty
  }
}
