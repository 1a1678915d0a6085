import ArchiveCompression
package import ArchiveFormat
import ArchiveInspection
import KeyedArchives

/// What reads archives here: each has to refuse an invalid one with the same code at the same place.
package enum VectorReader: String, CaseIterable, Sendable {
  /// Gathers what is wrong; the first finding counts.
  case verification
  case inspector
  /// Counts what the archive holds, and keeps no list of it.
  case survey
  /// Opens the archive part by part, and scans its scopes.
  case parts
  /// Reads scope by scope.
  case stream
  /// Walks the headers of parts and reads definitions.
  case directory
  /// Decodes what is there without a type.
  case placeholder
  /// Decodes what is there through containers, from where the bytes stand.
  case containers
  /// The same through cells.
  case containersThroughCells

  /// What a reader does with an archive that should be refused.
  package enum Outcome: Equatable, Sendable, CustomStringConvertible {
    case accepted
    case refused(ArchiveError.Code, ArchivePlace?)
    /// Another error, of what is asked for: not of the archive.
    case failed(String)

    package var description: String {
      switch self {
      case .accepted: "accepted"
      case .refused(let code, let place): "\(code.rawValue) \(place?.comments ?? [])"
      case .failed(let text): text
      }
    }
  }

  /// Whether a reader looks for what is wrong with a vector. A directory looks at headers and definitions alone;
  /// readers that decode, at the values of the last scope.
  package func looksFor(_ vector: InvalidVector) -> Bool {
    switch self {
    case .verification: true
    case .inspector, .survey, .parts, .stream, .placeholder, .containers, .containersThroughCells:
      !vector.isFoundByVerificationOnly
    case .directory: false
    }
  }

  /// Whether a reader reports an error at its place. Decoding straight from the bytes counts the values of a row
  /// together.
  package func tellsPlace(of vector: InvalidVector) -> Bool {
    self != .containers || vector.code != .limitExceeded
  }

  package func outcome(_ vector: InvalidVector) -> Outcome {
    var limits = vector.archiveLimits
    do {
      var dictionary: ShapeDictionary?
      if let rows = vector.dictionary?.rows {
        do throws(ArchiveError) {
          dictionary = try ShapeDictionary(rows: rows, limits: limits)
        } catch {
          return .refused(error.code, error.byteOffset.map { .rows($0) })
        }
      }
      // A stream refuses parts that are larger than blocks before it knows where the file ends.
      if self == .stream, vector.code == .truncated { limits.maximumBlockByteCount = .max }
      try read(vector.bytes, dictionary, limits)
      return .accepted
    } catch let error as ArchiveError {
      return .refused(
        error.code, ArchivePlace(byteOffset: error.byteOffset, rawOffset: error.rawOffset))
    } catch {
      return .failed("\(error)")
    }
  }

  private func read(
    _ bytes: [UInt8], _ dictionary: ShapeDictionary?, _ limits: ArchiveLimits
  ) throws {
    switch self {
    case .verification:
      let findings = ArchiveVerification(of: bytes, limits: limits, dictionary: dictionary).findings
      if let first = findings.first { throw first }
    case .inspector: _ = try ArchiveInspector(bytes, limits: limits, dictionary: dictionary)
    case .survey: _ = try ArchiveSurvey(bytes, limits: limits, dictionary: dictionary)
    case .parts:
      var opener = ArchiveOpener([], limits: limits, dictionary: dictionary)
      let archive = try opener.open(byteCount: bytes.count) { Array(bytes[$0]) }
      var rootCount = 0
      for scope in archive.scopes { rootCount += try scope.scan(limits).roots.count }
      try checkRootCount(archive, rootCount)
    case .stream:
      guard dictionary == nil else { return try Self.inspector.read(bytes, dictionary, limits) }
      var start = 0
      var scopes = ScopeStream(limits: limits, maximumScopeByteCount: 1 << 30) { count in
        defer { start = min(bytes.count, start + count) }
        return Array(bytes[start..<min(bytes.count, start + count)])
      }
      while let scope = try nextScope(&scopes) {
        scopes.count(roots: try scope.scan(limits).roots.count)
      }
    case .directory:
      guard bytes.first == ArchiveFraming.magic[0] else { return }
      _ = try BlockDirectory(byteCount: bytes.count, limits: limits, verifiesIndex: true) {
        Array(bytes[$0])
      }
    case .placeholder: try decode(ArchivedPlaceholder.self, bytes, dictionary, limits)
    case .containers, .containersThroughCells:
      try decode(AnyContents.self, bytes, dictionary, limits)
    }
  }

  /// The next scope. A stream throws again what it threw.
  private func nextScope(_ scopes: inout ScopeStream) throws -> OpenedScope? {
    do {
      return try scopes.next()
    } catch {
      return try scopes.next()
    }
  }

  private func checkRootCount(_ archive: OpenedArchive, _ rootCount: Int) throws(ArchiveError) {
    guard let mark = archive.endMark, mark.rootCount != rootCount else { return }
    throw ArchiveError(
      .malformed, "another count of roots",
      byteOffset: archive.storedByteCount - ArchiveFraming.endMarkByteCount + 24)
  }

  private func decode(
    _ type: (some Decodable).Type, _ bytes: [UInt8], _ dictionary: ShapeDictionary?,
    _ limits: ArchiveLimits
  ) throws {
    var unarchiver = KeyedUnarchiver(limits: limits)
    unarchiver.usesCells = self == .containersThroughCells
    if let dictionary {
      _ = try unarchiver.decode(type, from: bytes, dictionary: dictionary)
    } else {
      _ = try unarchiver.decode(type, from: bytes)
    }
  }
}
