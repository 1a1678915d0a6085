internal import ArchiveFormat
internal import ArchiveInspection
internal import KeyedArchives

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Decodes parts of an archive by paths, which the switch and the option choose: each is what stands there in the whole.
public enum PartialOracle {
  private static let conditionalEdge = Array("conditionalReference".utf8)

  /// Reads parts of the content of an input.
  public static func run(_ bytes: [UInt8]) {
    let input = FuzzInput(bytes)
    let limits = FuzzLimits.small
    let verification = ArchiveVerification(of: input.content, limits: limits)
    let (data, unarchiver) = (Data(input.content), KeyedUnarchiver(limits: limits))
    guard verification.isWellFormed, let inspector = verification.inspector else {
      return checkDamaged(input, data, unarchiver)
    }
    let lastScope = inspector.summary.scopeCount - 1
    for root in inspector.roots.suffix(4) where root.scope == lastScope {
      var path = ArchivePath(root.name.isEmpty ? [] : [.root(root.name)])
      var value = root.value
      var choice = Int(input.option) + Int(input.switches & 0x7F) << 8
      for _ in 0..<4 {
        guard let (step, child) = step(choice, in: value) else { break }
        path.steps.append(step)
        value = child
        choice = choice / 7 + path.steps.count
        check(value, path, data, unarchiver)
      }
    }
  }

  private static func step(
    _ choice: Int, in value: ArchivedValue
  ) -> (ArchivePath.Step, ArchivedValue)? {
    switch value.kind {
    case .record:
      let fields = value.fields.filter { $0.value.kind != .absent }
      guard !fields.isEmpty else { return nil }
      let field = fields[choice % fields.count]
      return (.key(field.key), field.value)
    case .array, .set:
      guard value.count > 0, let child = value[choice % value.count] else { return nil }
      return (.index(choice % value.count), child)
    case .map:
      let entries = value.entries
      guard !entries.isEmpty else { return nil }
      let entry = entries[choice % entries.count]
      guard let key = entry.key.stringValue ?? entry.key.integerValue.map({ String($0) }),
        let found = value[key]
      else { return nil }
      return (.key(key), found)
    default: return nil
    }
  }

  private static func check(
    _ value: ArchivedValue, _ path: ArchivePath, _ data: Data, _ unarchiver: KeyedUnarchiver
  ) {
    do {
      let part = try unarchiver.decode(ArchivedValue.self, at: path, from: data)
      // A weak edge to an object outside of the part is one to nobody there.
      guard !ArchiveInspector.dump(value).contains(conditionalEdge) else { return }
      guard let expected = try? value.archived(), let found = try? part.archived() else { return }
      Oracle.require(
        found == expected, "what is read at \(path) is another value than in the whole")
    } catch let error as ArchiveError {
      if error.code != .objectElsewhere && error.code != .limitExceeded {
        fatalError("what stands at \(path) of a whole archive is refused: \(error)")
      }
    } catch {
      fatalError("this error is none of the package's own: \(error)")
    }
  }

  private static func checkDamaged(
    _ input: FuzzInput, _ data: Data, _ unarchiver: KeyedUnarchiver
  ) {
    let steps: [ArchivePath.Step] = [
      .index(Int(input.option)), .key("a"), .key("i"), .root("a"), .index(0),
    ]
    for length in 1...2 {
      let start = Int(input.switches & 3)
      let path = ArchivePath(Array(steps[start..<min(start + length, steps.count)]))
      do {
        _ = try unarchiver.decode(ArchivedValue.self, at: path, from: data)
      } catch {
        Oracle.check(error, in: input.content.count)
      }
    }
  }
}
