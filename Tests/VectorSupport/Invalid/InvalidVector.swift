package import ArchiveFormat

/// An archive that breaks one rule, with the error that every reader reports.
package struct InvalidVector: CustomStringConvertible, Sendable {
  /// Rule and defect, and how it is framed: the name of the file under `Spec/vectors/invalid`.
  package var name: String
  package var code: ArchiveError.Code
  package var place: ArchivePlace
  package var bytes: [UInt8]
  /// The shape dictionary it is read with.
  package var dictionary: VectorDictionary?
  /// Limits that are not those for untrusted bytes: the greatest with which the archive is refused at its place.
  package var limits: [VectorLimit] = []
  /// Whether readers that only decode the values of the last scope need not look for it.
  package var isFoundByVerificationOnly = false

  package var description: String { name }

  package var archiveLimits: ArchiveLimits {
    var limits = ArchiveLimits.untrusted
    for limit in self.limits { limit.apply(to: &limits) }
    return limits
  }

  /// The same archive, read with limits of one more; nil if its limits are those for untrusted bytes.
  var raised: InvalidVector? {
    guard !limits.isEmpty else { return nil }
    var vector = self
    vector.limits = limits.map(\.raised)
    return vector
  }

  /// The lines of its file that are no hex.
  package var comments: [String] {
    var lines = [name, "expect: \(code.rawValue)"] + place.comments
    if let dictionary { lines.append("dictionary: \(dictionary.name)") }
    if !limits.isEmpty {
      lines.append("limits: " + limits.map { "\($0.name)=\($0.value)" }.joined(separator: " "))
    }
    return lines
  }

  /// The seed from which it follows how each content is framed.
  package static let seed: UInt64 = 0x4B41_5243

  /// All vectors, the same for the same seed.
  package static func all(seed: UInt64 = seed) -> [InvalidVector] {
    FramedDefects(seed: seed).vectors + FileDefect.vectors + RecordDefect.vectors
  }
}
