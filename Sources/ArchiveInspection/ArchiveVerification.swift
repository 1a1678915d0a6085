internal import ArchiveCompression
public import ArchiveFormat

/// Everything that is wrong with an archive.
///
/// Where reading can go on after damage it does, so that one changed byte does not hide another.
public struct ArchiveVerification: Sendable {
  /// What was found, each with its place in the file and in the value where it has one. Never more
  /// than ``maximumFindingCount``.
  public private(set) var findings: [ArchiveError] = []
  /// The archive, if it could be opened and nothing in it is damaged.
  public private(set) var inspector: ArchiveInspector?

  /// Findings after which the search ends.
  public static let maximumFindingCount = 100

  /// Whether the archive is well-formed: nothing but notes was found, such as an unknown optional
  /// feature, or bytes that are not canonical.
  public var isWellFormed: Bool { findings.allSatisfy { $0.code.isNote } }

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
      verify(archive, limits.after(byteCount: opener.inflatedByteCount))
      if requiresCanonicalForm, isWellFormed, let inspector {
        findings += CanonicalForm(inspector, bytes).findings(limits)
      }
    } catch {
      findings = opener.findings + [error]
    }
    findings = Array(findings.prefix(Self.maximumFindingCount))
  }

  private mutating func verify(_ archive: OpenedArchive, _ limits: ArchiveLimits) {
    var documents: [ArchivedDocument] = []
    var rest = limits
    for scope in archive.scopes {
      do {
        let document = try scope.scan(rest)
        rest = rest.after(byteCount: document.byteCount, valueCount: document.cells.count)
        documents.append(document)
        var search = DuplicateSearch(document, scope.map)
        findings += search.findings(atMost: Self.maximumFindingCount - findings.count)
      } catch {
        findings.append(error)
      }
    }
    if documents.count == archive.scopes.count {
      findings += archive.rootCountErrors(documents.map(\.roots.count))
      verifyNextObjects(archive, documents)
    }
    verifyStates(archive, limits, scopesHold: documents.count == archive.scopes.count)
    if archive.optionalFeatures != 0 {
      findings.append(
        ArchiveError(
          .unknownOptionalFeature,
          "optional features \(String(archive.optionalFeatures, radix: 2)) are not known",
          byteOffset: archive.isMultiPart ? 16 : 1))
    }
    if documents.count == archive.scopes.count, isWellFormed {
      inspector = ArchiveInspector(archive: archive, documents: documents)
    }
  }
}

extension ArchiveVerification {
  /// Rule M3, for blocks with a state: the numbers of the objects that come next.
  private mutating func verifyNextObjects(
    _ archive: OpenedArchive, _ documents: [ArchivedDocument]
  ) {
    var (scope, cell, mentioned) = (-1, 0, 0)
    for part in archive.parts {
      guard let detail = part.detail, detail.start == .state,
        detail.scope < documents.count
      else { continue }
      if detail.scope != scope { (scope, cell, mentioned) = (detail.scope, 0, 0) }
      let cells = documents[scope].cells
      while cell < cells.count, cells[cell].rawOffset < detail.rawOffset {
        if cells[cell].kind.mentionsObject, Int(cells[cell].detail) == mentioned { mentioned += 1 }
        cell += 1
      }
      if detail.nextObject != mentioned {
        findings.append(
          ArchiveError(
            .malformed, "a block states next object \(detail.nextObject), not \(mentioned)",
            byteOffset: part.header.detailOffset + detail.nextObjectOffset))
      }
    }
  }

  /// Rules M8 and M9. Who reads whole scopes does not need the states, so what is wrong is a finding.
  ///
  /// - Parameter scopesHold: Whether the content of all scopes was read.
  private mutating func verifyStates(
    _ archive: OpenedArchive, _ limits: ArchiveLimits, scopesHold: Bool
  ) {
    var parts = archive.parts.filter { $0.detail?.start == .state }[...]
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
  var isNote: Bool { self == .unknownOptionalFeature || self == .notCanonical }
}
