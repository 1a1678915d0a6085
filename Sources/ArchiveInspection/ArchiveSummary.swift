internal import ArchiveCompression

/// What an archive is, in numbers.
public struct ArchiveSummary: Hashable, Sendable {
  /// How the archive is framed.
  public enum Framing: String, Sendable {
    /// One checksum over everything.
    case single
    /// Parts with a checksum each, an index and an end mark.
    case multi
  }

  /// How the archive is framed.
  public var framing: Framing
  /// The least version of the format that a reader must know.
  public var readVersion: UInt64
  /// The version that the writer knew.
  public var writeVersion: UInt64
  /// Bits of features that a reader may ignore; none are assigned in version 1.
  public var optionalFeatures: UInt64
  /// Groups of roots that share objects.
  public var scopeCount: Int
  /// Roots of all scopes.
  public var rootCount: Int
  /// Class instances of all scopes.
  public var objectCount: Int
  /// Values of every kind, those in packed rows included.
  public var valueCount: Int
  /// Rows of types.
  public var typeCount: Int
  /// Shapes, derived ones included.
  public var shapeCount: Int
  /// Parts of multi-part framing, 0 otherwise.
  public var partCount: Int
  /// Bytes of definitions, content and index before compression, without framing.
  public var rawByteCount: Int
  /// Bytes of the file.
  public var storedByteCount: Int
  /// Whether anything is compressed.
  public var isPacked: Bool
  /// How many rows of a shape dictionary it was written against; nil if it is self-contained.
  public var dictionaryRowCount: Int?
}

extension ArchiveSummary {
  /// Summarizes an archive whose scopes were counted.
  init(_ archive: OpenedArchive, _ census: ArchiveCensus) {
    let definitions = archive.scopes.last?.definitions
    self.init(
      framing: archive.isMultiPart ? .multi : .single,
      readVersion: archive.readVersion, writeVersion: archive.writeVersion,
      optionalFeatures: archive.optionalFeatures, scopeCount: archive.scopes.count,
      rootCount: census.rootCounts.reduce(0, +), objectCount: census.objectCount,
      valueCount: census.valueCount, typeCount: definitions?.types.count ?? 0,
      shapeCount: definitions?.shapes.count ?? 0, partCount: archive.parts.count,
      rawByteCount: archive.rawByteCount, storedByteCount: archive.storedByteCount,
      isPacked: archive.isPacked, dictionaryRowCount: archive.dictionaryRowCount)
  }
}

extension ArchiveInspector {
  /// What the archive is, in numbers. O(values).
  public var summary: ArchiveSummary {
    var census = ArchiveCensus(.ofReadBytes)
    // All of it was read before, so that reading it again throws nothing.
    for scope in archive.scopes { try? census.add(scope) }
    return ArchiveSummary(archive, census)
  }
}

extension ArchiveSummary: CustomStringConvertible {
  /// Everything in one line.
  public var description: String {
    var words = ["\(framing.rawValue)-part, version \(writeVersion)"]
    if readVersion != writeVersion { words[0] += " (readable from \(readVersion))" }
    if let dictionaryRowCount {
      words.append("against \(dictionaryRowCount.counted("dictionary row"))")
    }
    if optionalFeatures != 0 {
      words.append("optional features \(String(optionalFeatures, radix: 2))")
    }
    if scopeCount != 1 { words.append(scopeCount.counted("scope")) }
    words.append(rootCount.counted("root"))
    words.append(objectCount.counted("object"))
    words.append(valueCount.counted("value"))
    words.append(shapeCount.counted("shape"))
    words.append("\(rawByteCount.counted("byte")) raw")
    words.append("\(storedByteCount.grouped) stored\(isPacked ? " (zlib)" : "")")
    return words.joined(separator: ", ") + ", checksums ok"
  }
}
