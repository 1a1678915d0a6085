internal import ArchiveCompression
public import ArchiveFormat
internal import FoundationArchiveFormat

/// Everything that is wrong with an archive.
///
/// Where reading can go on after damage it does, so that one changed byte does not hide another.
///
/// No list of values is made but where a set or a map has duplicates, to name their paths, and for canonical form.
public struct ArchiveVerification: Sendable {
  /// What was found, each with its place in the file and in the value where it has one. Never more
  /// than ``maximumFindingCount``.
  public private(set) var findings: [ArchiveError] = []
  /// The archive in numbers; nil if anything in it is damaged.
  public private(set) var summary: ArchiveSummary?
  private var archive: OpenedArchive?
  /// The limits for a list of the values.
  private var listLimits = ArchiveLimits.untrusted

  /// Findings after which the search ends.
  public static let maximumFindingCount = ArchiveOpener.maximumFindingCount

  /// Whether the archive is well-formed: nothing but notes was found, such as an unknown optional
  /// feature, or bytes that are not canonical.
  public var isWellFormed: Bool { findings.allSatisfy { $0.code.isNote } }

  /// The archive with a list of its values, if nothing in it is damaged, and the limits allow the list. The list is made anew each time. O(values).
  public var inspector: ArchiveInspector? {
    guard let archive, isWellFormed else { return nil }
    return try? ArchiveInspector(archive, listLimits)
  }

  /// Verifies an archive. O(bytes).
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - limits: What reading it may cost.
  ///   - dictionary: What the archive was written against, if it is not self-contained.
  ///   - requiresCanonicalForm: Whether bytes that are not canonical are a finding (Spec, section
  ///     10). It costs writing all values again.
  public init(
    of bytes: [UInt8], limits: ArchiveLimits = .untrusted, dictionary: ShapeDictionary? = nil,
    requiresCanonicalForm: Bool = false
  ) {
    let limits = limits.forInput(byteCount: bytes.count)
    var opener = ArchiveOpener(
      bytes, limits: limits, gathersFindings: true, dictionary: dictionary)
    do throws(ArchiveError) {
      let archive = try opener.open()
      findings = opener.findings
      listLimits = limits.after(byteCount: opener.inflatedByteCount)
      verify(archive, listLimits)
      if requiresCanonicalForm, let archive = self.archive {
        let inspector = try ArchiveInspector(archive, listLimits)
        findings += CanonicalForm(inspector, bytes).findings(limits)
      }
    } catch {
      findings = (findings.isEmpty ? opener.findings : findings) + [error]
    }
    findings = Array(findings.prefix(Self.maximumFindingCount))
  }

  private mutating func verify(_ archive: OpenedArchive, _ limits: ArchiveLimits) {
    var census = ArchiveCensus(limits)
    var nextObjects: [ArchiveError] = []
    var stated = archive.lacksScopes ? [] : archive.statedBlocks[...]
    for (number, scope) in archive.scopes.enumerated() {
      guard findings.count < Self.maximumFindingCount else { break }
      let own = stated.prefix { $0.detail?.scope == number }
      stated = stated.dropFirst(own.count)
      let duplicates = DuplicateWatch(scope)
      let mentions = MentionWatch(Array(own))
      do {
        let before = census.limits
        try census.add(scope, [duplicates, mentions])
        nextObjects += mentions.findings
        if duplicates.isFound {
          var search = DuplicateSearch(try scope.scan(before), scope.map)
          findings += search.findings(atMost: Self.maximumFindingCount - findings.count)
        }
      } catch {
        findings.append(error)
      }
    }
    let scopesHold = census.rootCounts.count == archive.scopes.count && !archive.lacksScopes
    if scopesHold { findings += archive.rootCountErrors(census.rootCounts) + nextObjects }
    if !archive.lacksScopes { verifyStates(archive, limits, scopesHold: scopesHold) }
    if archive.optionalFeatures != 0 {
      findings.append(
        ArchiveError(
          .unknownOptionalFeature,
          "optional features \(String(archive.optionalFeatures, radix: 2)) are not known",
          byteOffset: archive.isMultiPart ? 16 : 1))
    }
    if scopesHold, isWellFormed {
      self.archive = archive
      summary = ArchiveSummary(archive, census)
    }
  }
}

extension OpenedArchive {
  /// The blocks that say what is open where they begin.
  fileprivate var statedBlocks: [OpenedPart] { parts.filter { $0.detail?.start == .state } }
}

extension ArchiveVerification {
  /// Rules M8 and M9. Who reads whole scopes does not need the states, so what is wrong is a finding.
  ///
  /// - Parameter scopesHold: Whether the content of all scopes was read.
  private mutating func verifyStates(
    _ archive: OpenedArchive, _ limits: ArchiveLimits, scopesHold: Bool
  ) {
    var parts = archive.statedBlocks[...]
    while let scope = parts.first?.detail?.scope, scope < archive.scopes.count {
      let own = parts.prefix { $0.detail?.scope == scope }
      parts = parts.dropFirst(own.count)
      // Kinds that a state names are added to them: one copy is made for a scope, not one for a block.
      var definitions = archive.scopes[scope].definitions
      let stated = own.filter { hasForm($0, &definitions) }
      guard scopesHold, !stated.isEmpty else { continue }
      do throws(ArchiveError) {
        for number in try archive.scopes[scope].untrueStates(stated.compactMap(\.detail), limits) {
          let header = stated[stated.startIndex + number].header
          findings.append(
            ArchiveError(
              .malformed, "a block states what is open where it begins, and that is not so",
              byteOffset: header.storedOffset
                - (stated[stated.startIndex + number].detail?.state.count ?? 0)))
        }
      } catch {
        findings.append(error)
      }
    }
  }

  /// Whether the state of a block has its form; if not, that is a finding.
  private mutating func hasForm(
    _ part: OpenedPart, _ definitions: inout ArchiveDefinitions
  ) -> Bool {
    guard let state = part.detail?.state else { return false }
    do throws(ArchiveError) {
      _ = try BlockState.frames(state, &definitions)
      return true
    } catch {
      let start = part.header.storedOffset - state.count
      findings.append(
        ArchiveError(error.code, error.message, byteOffset: start + (error.byteOffset ?? 0)))
      return false
    }
  }
}

extension ArchiveError.Code {
  /// A finding of ``ArchiveVerification``: a bit of the optional features has no meaning here.
  public static let unknownOptionalFeature = ArchiveError.Code(rawValue: "unknownOptionalFeature")
  /// A finding of ``ArchiveVerification``: the bytes are not those of canonical form.
  public static let notCanonical = ArchiveError.Code(rawValue: "notCanonical")

  /// Whether an archive with this finding is well-formed all the same.
  package var isNote: Bool {
    self == .unknownOptionalFeature || self == .notCanonical || self == .unreachedObject
  }
}
