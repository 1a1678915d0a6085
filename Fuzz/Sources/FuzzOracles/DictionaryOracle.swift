internal import ArchiveCompression
internal import ArchiveFormat
internal import ArchiveInspection
internal import KeyedArchives

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Reads rows as a shape dictionary, and a record against it: moved to another home and back it is the same value.
public enum DictionaryOracle {
  /// Reads the two files of an input: rows and a record.
  public static func run(_ bytes: [UInt8]) {
    let input = FuzzInput(bytes)
    let (rows, record) = input.files
    let limits = FuzzLimits.small
    let dictionary: ShapeDictionary
    do throws(ArchiveError) {
      dictionary = try ShapeDictionary(rows: rows, limits: limits)
    } catch {
      return Oracle.checkDamage(error, in: rows.count)
    }
    Oracle.require(dictionary.rows == rows, "a dictionary has other rows than it was made of")
    Oracle.require(
      dictionary.checksum == Checksum.crc32(0, rows), "a dictionary has another checksum")
    checkWriting(dictionary, input)
    let inspector: ArchiveInspector
    do throws(ArchiveError) {
      inspector = try ArchiveInspector(record, limits: limits, dictionary: dictionary)
    } catch {
      Oracle.checkDamage(error, in: record.count)
      let unarchiver = KeyedUnarchiver(limits: limits)
      let value = try? unarchiver.decode(
        ArchivedValue.self, from: record, dictionary: dictionary)
      return Oracle.require(value == nil, "decoding accepts what opening refuses")
    }
    guard inspector.roots.count == 1, let root = inspector.roots.first, root.name.isEmpty else {
      return
    }
    move(record, dictionary, root.value)
  }

  private static func move(
    _ record: [UInt8], _ dictionary: ShapeDictionary, _ value: ArchivedValue
  ) {
    let limits = FuzzLimits.small
    do {
      let decoded = try KeyedUnarchiver(limits: limits).decode(
        ArchivedValue.self, from: record, dictionary: dictionary)
      Oracle.require(
        ArchiveInspector.dump(decoded) == ArchiveInspector.dump(value),
        "decoding and opening see other values")
      let free = try dictionary.selfContained(record, limits: limits)
      let findings = ArchiveVerification(of: free, limits: .untrusted).findings
      Oracle.require(
        findings.allSatisfy { $0.code == .malformed },
        "what was made self-contained is wrong: \(findings)")
      let moved = try ShapeDictionary().encoding(of: free, limits: .untrusted)
      let other = try ShapeDictionary().adding(moved.additions)
      let back = try other.selfContained(moved.bytes, limits: .untrusted)
      Oracle.require(back == free, "moved to another home and back, the bytes are others")
    } catch let error as ArchiveError {
      let codes: [ArchiveError.Code] = [.limitExceeded, .ambiguousTypeName, .duplicateKey]
      if !codes.contains(error.code) { fatalError("a record that is read does not move: \(error)") }
    } catch {
      fatalError("this error is none of the package's own: \(error)")
    }
  }

  /// A value is written against whatever rows there are.
  private static func checkWriting(_ dictionary: ShapeDictionary, _ input: FuzzInput) {
    var maker = SampleMaker(input.content.suffix(64) + [input.option])
    let sample = maker.sample(depth: 3)
    do {
      let encoding = try KeyedArchiver().encode(sample, against: dictionary)
      let grown = try dictionary.adding(encoding.additions)
      let decoded = try KeyedUnarchiver().decode(
        Sample.self, from: encoding.bytes, dictionary: grown)
      let (expected, found): ([UInt8], [UInt8]) = try (
        KeyedArchiver().encode(sample), KeyedArchiver().encode(decoded)
      )
      Oracle.require(expected == found, "against these rows a value does not go to and fro")
    } catch {
      fatalError("against rows that are accepted nothing can be written: \(error)")
    }
  }
}
