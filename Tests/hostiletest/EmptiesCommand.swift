import ArchiveFormat
import ArchiveInspection
import Foundation
import HostileInput
import KeyedArchives

/// Reads elements that take no bytes, 2^0 to 2^60 of them, in every way: values or a typed error, and soon.
enum EmptiesCommand {
  private struct Empty: Codable, Hashable {}

  /// Seconds of processor time that reading may take.
  private static let patience = 5.0

  private static let kinds: [(name: String, bytes: @Sendable (_ count: Int) -> [UInt8])] = [
    ("array of empty records", { row(.array, $0, ArchiveScript.kind(.recordOfShape, 0)) }),
    ("set of empty records", { row(.set, $0, ArchiveScript.kind(.recordOfShape, 0)) }),
    (
      "array of typed empty records",
      { row(.array, $0, ArchiveScript.kind(.typed, 0) + ArchiveScript.kind(.recordOfShape, 0)) }
    ),
    ("array of nothing", { row(.array, $0, [ArchiveKind.undetermined.rawValue]) }),
    ("array of bools", { row(.array, $0, [ArchiveKind.bool.rawValue]) }),
    (
      "array of empty records or nulls",
      { row(.array, $0, [ArchiveKind.nullable.rawValue] + ArchiveScript.kind(.recordOfShape, 0)) }
    ),
    (
      "array of records that hold an empty record",
      { row(.array, $0, ArchiveScript.kind(.recordOfShape, 1)) }
    ),
    (
      "map of ints to empty records",
      {
        row(
          .map, $0 << 1, [ArchiveKind.int.rawValue] + ArchiveScript.kind(.recordOfShape, 0))
      }
    ),
    (
      "map of empty records to empty records",
      {
        row(
          .map, $0 << 1,
          ArchiveScript.kind(.recordOfShape, 0) + ArchiveScript.kind(.recordOfShape, 0))
      }
    ),
    (
      "runs of empty records",
      { count in
        var script = definitions()
        script.content.bytes += [ArchiveKind.array.rawValue, ArchiveKind.any.rawValue]
        script.content.varint(count << 1 | 1)
        script.content.bytes += ArchiveScript.kind(.recordOfShape, 0)
        script.content.varint(0)
        return script.singlePart()
      }
    ),
  ]

  private static func definitions() -> ArchiveScript {
    var script = ArchiveScript()
    _ = script.type("Label")
    let empty = script.shape([])
    _ = script.shape([("inner", ArchiveScript.kind(.recordOfShape, empty))])
    return script
  }

  private static func row(_ code: ArchiveKind, _ count: Int, _ kind: [UInt8]) -> [UInt8] {
    var script = definitions()
    script.content.kind(code)
    script.content.bytes += kind
    script.content.varint(count << 1)
    return script.singlePart()
  }

  private static let readers: [(name: String, read: @Sendable ([UInt8]) throws -> Void)] = [
    ("decode [Empty]", { _ = try KeyedUnarchiver().decode([Empty].self, from: $0) }),
    ("decode Set", { _ = try KeyedUnarchiver().decode(Set<Empty>.self, from: $0) }),
    ("decode [Int: Empty]", { _ = try KeyedUnarchiver().decode([Int: Empty].self, from: $0) }),
    ("decode [Empty: Empty]", { _ = try KeyedUnarchiver().decode([Empty: Empty].self, from: $0) }),
    ("decode [Bool]", { _ = try KeyedUnarchiver().decode([Bool].self, from: $0) }),
    (
      "decode, cells",
      {
        var unarchiver = KeyedUnarchiver()
        unarchiver.usesCells = true
        _ = try unarchiver.decode([Empty].self, from: $0)
      }
    ),
    ("decode ArchivedValue", { _ = try KeyedUnarchiver().decode(ArchivedValue.self, from: $0) }),
    ("decode and swallow", { _ = try KeyedUnarchiver().decode(Wanderer.self, from: $0) }),
    (
      "verify",
      {
        let verification = ArchiveVerification(of: $0)
        if let finding = verification.findings.first { throw finding }
      }
    ),
    (
      "inspect",
      {
        let inspector = try ArchiveInspector($0)
        _ = try inspector.dump()
        _ = inspector.summary.description
        try inspector.printTree { _ in }
        for root in inspector.roots { _ = try root.value.archived() }
      }
    ),
  ]

  static func run(_ arguments: [String]) throws -> Bool {
    if let number = Options(arguments).number("--child") {
      for shift in 0...60 {
        let bytes = kinds[number].bytes(1 << shift)
        for reader in readers {
          print("begin 2^\(shift) \(reader.name)")
          fflush(nil)
          let start = clock()
          var verdict = "values"
          do { try reader.read(bytes) } catch let error as ArchiveError {
            verdict = error.code.rawValue
          } catch { verdict = "\(type(of: error))" }
          let seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC)
          print(seconds > patience ? "SLOW \(seconds) s" : "end \(verdict)")
        }
      }
      return true
    }
    var (failureCount, verdicts) = (0, [String: Int]())
    for (number, kind) in kinds.enumerated() {
      let child = try ChildProcess.run(["empties", "--child", "\(number)"])
      let lines = child.output.split(separator: "\n")
      for line in lines where line.hasPrefix("end ") {
        verdicts[String(line.dropFirst(4)), default: 0] += 1
      }
      for (index, line) in lines.enumerated() where line.hasPrefix("SLOW") {
        print("FAILURE \(kind.name), \(lines[index - 1]): \(line)")
        failureCount += 1
      }
      if !child.isFine {
        print("DEATH \(child.ending): \(kind.name), \(lines.last { $0.hasPrefix("begin") } ?? "")")
        failureCount += 1
      }
    }
    let found = verdicts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    print("empties: \(found.joined(separator: ", ")), \(failureCount) failures")
    return failureCount == 0 && !verdicts.isEmpty
  }
}
