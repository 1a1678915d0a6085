internal import ArchiveFormat
internal import ArchiveInspection
internal import KeyedArchives

/// Verifies bytes, opens them and decodes them: the three agree.
public enum VerifyOracle {
  /// Verifies the content of an input.
  public static func run(_ bytes: [UInt8]) {
    let content = FuzzInput(bytes).content
    let limits = FuzzLimits.small
    let verification = ArchiveVerification(
      of: content, limits: limits, requiresCanonicalForm: true)
    for finding in verification.findings { Oracle.checkDamage(finding, in: content.count) }
    Oracle.require(
      verification.findings.count <= ArchiveVerification.maximumFindingCount,
      "more findings than are ever told")
    let inspector: ArchiveInspector
    do {
      inspector = try ArchiveInspector(content, limits: limits)
    } catch {
      Oracle.require(!verification.isWellFormed, "verify accepts what opening refuses")
      Oracle.require(verification.inspector == nil, "verify opens what opening refuses")
      return checkRefusal(content, error)
    }
    Oracle.require(
      !verification.isWellFormed || verification.inspector != nil,
      "what is well-formed cannot be looked at")
    checkDecoding(content, inspector)
    if verification.isWellFormed { checkCanonical(inspector) }
  }

  private static func checkRefusal(_ content: [UInt8], _ error: any Error) {
    let unarchiver = KeyedUnarchiver(limits: FuzzLimits.small)
    guard (try? unarchiver.decode(ArchivedValue.self, from: content)) != nil else { return }
    Oracle.require(Oracle.isBeyondDecoding(error, content), "decoding accepts what opening refuses")
  }

  private static func checkDecoding(_ content: [UInt8], _ inspector: ArchiveInspector) {
    let lastScope = inspector.summary.scopeCount - 1
    let root = inspector.roots.last { $0.scope == lastScope && $0.name.isEmpty }
    let unarchiver = KeyedUnarchiver(limits: FuzzLimits.small)
    do {
      let value = try unarchiver.decode(ArchivedValue.self, from: content)
      guard let root else { fatalError("a root was decoded that is not there") }
      Oracle.require(
        ArchiveInspector.dump(value) == ArchiveInspector.dump(root.value),
        "decoding and opening see other values")
    } catch let error as ArchiveError {
      if root != nil, error.code != .limitExceeded {
        fatalError("decoding refuses what opening accepts: \(error)")
      }
    } catch {
      fatalError("this error is none of the package's own: \(error)")
    }
  }

  private static func checkCanonical(_ inspector: ArchiveInspector) {
    for root in inspector.roots {
      guard let written = try? root.value.archived(), written.count <= 1 << 20 else { continue }
      let verification = ArchiveVerification(of: written)
      Oracle.require(
        verification.findings.isEmpty, "what was written is wrong: \(verification.findings)")
    }
  }
}
