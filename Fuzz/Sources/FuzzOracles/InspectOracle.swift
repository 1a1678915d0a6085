internal import ArchiveFormat
internal import ArchiveInspection

/// Reads bytes without any type: walks every value, prints it, and writes each root again.
///
/// What was written is read, and is written again as the same bytes. Dumps and JSON are JSON.
public enum InspectOracle {
  /// Reads the content of an input.
  public static func run(_ bytes: [UInt8]) {
    let content = FuzzInput(bytes).content
    let inspector: ArchiveInspector
    do throws(ArchiveError) {
      inspector = try ArchiveInspector(content, limits: FuzzLimits.small)
    } catch {
      Oracle.checkDamage(error, in: content.count)
      return Oracle.require(
        (try? ArchiveSurvey(content, limits: FuzzLimits.small)) == nil,
        "types are counted of what opening refuses")
    }
    checkSurvey(content, inspector)
    let summary = inspector.summary
    Oracle.require(summary.storedByteCount == content.count, "the summary counts other bytes")
    Oracle.require(summary.rootCount == inspector.roots.count, "the summary counts other roots")
    if let dump = try? inspector.dump() { checkJSON(dump, "the dump") }
    for usage in inspector.typeUsages() {
      Oracle.require(
        0...usage.byteCount ~= usage.ownByteCount, "a type has more bytes of its own than in all")
    }
    for root in inspector.roots {
      if let json = try? root.value.json(.lossy) { checkJSON(json, "the JSON of a root") }
      check(root.value)
    }
  }

  /// Counting without a list of values comes to the same.
  private static func checkSurvey(_ content: [UInt8], _ inspector: ArchiveInspector) {
    do throws(ArchiveError) {
      let survey = try ArchiveSurvey(content, limits: FuzzLimits.small)
      Oracle.require(survey.summary == inspector.summary, "a survey counts other values")
      Oracle.require(survey.types == inspector.typeUsages(), "a survey counts other types")
    } catch {
      Oracle.require(false, "a survey refuses what opening accepts: \(error)")
    }
  }

  private static func check(_ value: ArchivedValue) {
    guard let written = try? value.archived(), written.count <= 1 << 20 else { return }
    do {
      let again = try ArchiveInspector(written)
      guard again.roots.count == 1, let root = again.roots.first else {
        fatalError("what was written has other roots")
      }
      Oracle.require(try root.value.archived() == written, "written again, the bytes are others")
    } catch {
      fatalError("what was written is refused: \(error)")
    }
  }

  private static func checkJSON(_ text: [UInt8], _ what: String) {
    do {
      _ = try ArchivedValue(json: text, maximumDepth: 10_000)
    } catch {
      // A record may have one key twice after all that JSON makes of its keys: the texts of numbers and strings.
      if error.code != .duplicateKey { fatalError("\(what) is no JSON: \(error)") }
    }
  }
}
