package import ArchiveCompression
package import ArchiveFormat
internal import FoundationArchiveFormat

/// A file that a command looks into. Its first bytes tell whether it is an archive of this package or a property list.
package struct InspectedFile: Sendable {
  private let bytes: [UInt8]
  private let limits: ArchiveLimits
  private let isTrusted: Bool
  private let dictionary: ShapeDictionary?
  private let isPropertyList: Bool

  /// A file by its bytes.
  ///
  /// - Parameters:
  ///   - bytes: All of them.
  ///   - isTrusted: True to lift the limits on sizes and counts.
  ///   - dictionary: What an archive was written against, if it is not self-contained.
  package init(_ bytes: [UInt8], isTrusted: Bool, dictionary: ShapeDictionary? = nil) {
    self.bytes = bytes
    self.isTrusted = isTrusted
    self.dictionary = dictionary
    limits = isTrusted ? .trusted : .untrusted
    isPropertyList = InputKind.isPropertyList(bytes)
  }

  /// Reads all values.
  ///
  /// - Throws: ``ArchiveError`` for the first thing that is wrong.
  package func values() throws(ArchiveError) -> DocumentInspector {
    guard !isPropertyList else {
      return try InspectedList(bytes, isTrusted: isTrusted).values()
    }
    return try ArchiveInspector(bytes, limits: limits, dictionary: dictionary).values
  }

  /// Counts what is in the file.
  ///
  /// - Throws: ``ArchiveError`` for the first thing that is wrong.
  package func summary() throws(ArchiveError) -> FileSummary {
    guard !isPropertyList else {
      return .list(try PropertyListSummary(InspectedList(bytes, isTrusted: isTrusted)))
    }
    let verification = ArchiveVerification(of: bytes, limits: limits, dictionary: dictionary)
    guard let summary = verification.summary else {
      throw verification.findings.first
        ?? ArchiveError(.malformed, "the archive is damaged", byteOffset: 0)
    }
    return .archive(summary)
  }

  /// Counts the values of each type.
  ///
  /// - Throws: ``ArchiveError`` for the first thing that is wrong.
  package func types() throws(ArchiveError) -> FileTypes {
    guard !isPropertyList else {
      let graph = try InspectedList(bytes, isTrusted: isTrusted).graph
      return .classes(try graph?.classUsages() ?? [])
    }
    return .types(try ArchiveSurvey(bytes, limits: limits, dictionary: dictionary).types)
  }

  /// Finds everything that is wrong, and notes on what is odd.
  ///
  /// - Parameter requiresCanonicalForm: True if bytes in no canonical form are a finding.
  package func findings(requiresCanonicalForm: Bool) -> [ArchiveError] {
    guard isPropertyList else {
      return ArchiveVerification(
        of: bytes, limits: limits, dictionary: dictionary,
        requiresCanonicalForm: requiresCanonicalForm
      ).findings
    }
    do throws(ArchiveError) {
      let list = try InspectedList(bytes, isTrusted: isTrusted)
      let findings = list.findings(atMost: ArchiveVerification.maximumFindingCount)
      guard requiresCanonicalForm, findings.count < ArchiveVerification.maximumFindingCount else {
        return findings
      }
      return findings + [ArchiveError(.notCanonical, "a property list has no canonical form")]
    } catch {
      return [error]
    }
  }
}
