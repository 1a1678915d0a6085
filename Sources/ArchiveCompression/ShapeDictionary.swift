public import ArchiveFormat

/// The types and shapes that the records of one home share (Spec, section 9).
///
/// A home, such as a table or a store, keeps a dictionary once; each record holds its values and a
/// checksum only, and names how many rows of the dictionary it was written against. Encoding
/// against a dictionary yields the rows that it lacks; the home commits these first:
///
/// ```swift
/// let encoding = try archiver.encode(value, against: dictionary)
/// dictionary = try dictionary.adding(encoding.additions)
/// // … store dictionary.rows, then encoding.bytes
/// let back = try unarchiver.decode(Value.self, from: encoding.bytes, dictionary: dictionary)
/// ```
///
/// A dictionary only grows and its rows never change, so that every record keeps its meaning: it is
/// read with the dictionary of its time or any later one. A snapshot like this is a value that never
/// changes; copies share everything, and any number of threads may use it. Of two writers that add
/// to one snapshot, ``adding(_:limits:)`` refuses the second: it encodes again against the new one.
///
/// Memory is some 100 bytes a row and 24 a field beside the texts.
public struct ShapeDictionary: Sendable {
  private final class Storage: Sendable {
    let rows: [UInt8]
    let history: DefinitionHistory
    /// CRC-32 of the rows so far, by their number.
    let checksums: [UInt32]
    // What each record asks for, so that the history, which is large, is not copied for it.
    let rowCount: Int
    let checksum: UInt32
    /// By the number of rows, whether they mean something without those behind them.
    let isComplete: [Bool]

    init(_ rows: [UInt8], _ history: DefinitionHistory, _ checksums: [UInt32]) {
      (self.rows, self.history, self.checksums) = (rows, history, checksums)
      rowCount = history.rowCount
      checksum = checksums[history.rowCount]
      isComplete = (0...history.rowCount).map { history.isComplete(afterRows: $0) }
    }

    static let empty = Storage([], .empty, [0])
  }

  private let storage: Storage

  /// A dictionary without rows.
  public init() { storage = .empty }

  /// The dictionary of stored ``rows``.
  ///
  /// O(bytes).
  ///
  /// - Throws: ``ArchiveError`` with an offset in `rows` for what breaks a rule of the format or
  ///   exceeds a limit. A row that was changed is not always found here, but whenever a record is
  ///   read that was written against it.
  public init(
    rows: some Sequence<UInt8>, limits: ArchiveLimits = .untrusted
  ) throws(ArchiveError) {
    storage = try Self.appending(Array(rows), to: .empty, limits)
  }

  private init(_ storage: Storage) { self.storage = storage }

  private static func appending(
    _ rows: [UInt8], to storage: Storage, _ limits: ArchiveLimits
  ) throws(ArchiveError) -> Storage {
    var history = storage.history
    let first = history.rowCount
    try history.append(rows, limits: limits)
    let bytes = storage.rows + rows
    var checksums = storage.checksums
    for row in first..<history.rowCount {
      let range = history.byteCount(ofRows: row)..<history.byteCount(ofRows: row + 1)
      checksums.append(Checksum.crc32(checksums[row], bytes[range]))
    }
    return Storage(bytes, history, checksums)
  }

  /// All rows in order: what a home stores.
  public var rows: [UInt8] { storage.rows }

  /// How many rows there are.
  public var rowCount: Int { storage.rowCount }

  /// The CRC-32 of all rows.
  public var checksum: UInt32 { storage.checksum }

  /// The CRC-32 of the first rows; nil if there are not as many.
  public func checksum(afterRows count: Int) -> UInt32? {
    storage.checksums.indices.contains(count) ? storage.checksums[count] : nil
  }

  /// The dictionary with the rows that an encoding needs.
  ///
  /// O(rows). Additions without rows change nothing.
  ///
  /// - Throws: ``ArchiveError/Code/conflictingAdditions`` if the additions were made for another
  ///   dictionary, or for one that lacks rows of this one: load the newest dictionary and encode
  ///   again. Otherwise as ``init(rows:limits:)``.
  public func adding(
    _ additions: ShapeAdditions, limits: ArchiveLimits = .untrusted
  ) throws(ArchiveError) -> ShapeDictionary {
    guard checksum(afterRows: additions.baseRowCount) == additions.baseChecksum,
      additions.isEmpty || additions.baseRowCount == rowCount
    else {
      throw ArchiveError(
        .conflictingAdditions,
        "the additions go on from \(additions.baseRowCount) rows of a dictionary; this one has "
          + "\(rowCount), or others")
    }
    let grown = try Self.appending(additions.rows, to: storage, limits)
    guard grown.history.rowCount == rowCount + additions.rowCount else {
      throw ArchiveError(
        .malformed, "additions of \(additions.rowCount) rows have another number of rows")
    }
    return ShapeDictionary(grown)
  }

  /// What the rows define.
  package var history: DefinitionHistory { storage.history }

  /// Whether the first rows name no shape or type that only later rows have (rule H3). O(1).
  func isComplete(afterRows count: Int) -> Bool { storage.isComplete[count] }

  /// Whether both are the same snapshot, and not just equal ones. O(1).
  package func isIdentical(to other: ShapeDictionary) -> Bool { storage === other.storage }

  /// What no other dictionary has as long as this one is kept. Comparing it takes no reference.
  package var identity: ObjectIdentifier { ObjectIdentifier(storage) }

  /// A tape without values, for what is to be written against this dictionary.
  package var tape: ArchiveTape { storage.history.tape }
}

extension ShapeDictionary: Hashable {
  /// Whether two dictionaries have the same rows.
  public static func == (left: ShapeDictionary, right: ShapeDictionary) -> Bool {
    left.storage === right.storage || left.rows == right.rows
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(rowCount)
    hasher.combine(checksum)
  }
}
