public import RecordLog

/// Shows what is in a record log, any record log, without the types whose values it keeps.
///
/// The log says itself which entities there are, which attributes they have, and which records:
///
/// ```swift
/// let store = try StoreInspector(path: "notes.krec")
/// for entity in store.entities { print(entity.name, entity.recordCount) }
/// try store.forEachRecord(of: store.entity(named: "Note")) { key, record in … }
/// ```
///
/// It opens the file for reading alone, takes no lock, and shows a state that the log was in, also while another process
/// writes. Of a damaged file it shows what stands in front of the damage, or, where it is asked to salvage, all that is whole.
/// What an entry gets wrong is one of the ``findings``, and no error.
///
/// In memory are the keys of all records, and about 60 bytes for each.
public struct StoreInspector: Sendable {
  /// The header of the file.
  public let header: LogHeader
  /// The entities that are there now, in the order of their numbers.
  public let entities: [StoreEntity]
  /// What the bytes of the file are.
  public let bytes: Bytes
  /// How many commits there are.
  public let commitCount: Int
  /// How many groups of commits were made durable together.
  public let groupCount: Int
  /// Bytes from the start of the file to behind the last commit.
  public let byteOffset: Int
  /// What stands behind the last commit, or where the first damage is.
  public let ending: LogEnding
  /// The sequences of commits that are not there, of a log that was salvaged.
  public let missing: [Range<UInt64>]
  /// What entries get wrong, of which there are never more than ``maximumFindingCount``.
  public let findings: [LogError]
  let file: any LogFile

  /// Findings after which no more are noted.
  public static let maximumFindingCount = 100

  /// What the bytes of a log are.
  public struct Bytes: Hashable, Sendable {
    /// Entries that still count: the last schema of each entity, and the last put of each record that is there.
    public internal(set) var live = 0
    /// All other entries: what was overwritten, removed or dropped, what removed it, and notes.
    public internal(set) var dead = 0
    /// The header, the heads of frames, and the zeros that align them.
    public internal(set) var framing = 0
    /// What no frame has that was read: a torn tail, or damage.
    public internal(set) var rest = 0

    /// All bytes of the file.
    public var total: Int { live + dead + framing + rest }
  }

  /// Opens a file and reads all of it. O(bytes).
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - isSalvaged: Whether to go on behind damage.
  ///   - checksValues: Whether all values are looked at, and what is wrong with them is a finding.
  /// - Throws: `LogError.Code.inputOutput`, also if there is no file, and what `LogHeader` throws.
  public init(
    path: String, isSalvaged: Bool = false, checksValues: Bool = false
  ) throws(LogError) {
    try self.init(
      Self.file(atPath: path), isSalvaged: isSalvaged, checksValues: checksValues)
  }

  /// Reads bytes. O(bytes).
  ///
  /// - Throws: What `LogHeader` throws.
  public init(
    _ bytes: [UInt8], isSalvaged: Bool = false, checksValues: Bool = false
  ) throws(LogError) {
    try self.init(StoreBytes(bytes), isSalvaged: isSalvaged, checksValues: checksValues)
  }

  /// Reads an open file. O(bytes).
  ///
  /// - Throws: `LogError.Code.inputOutput`, and what `LogHeader` throws.
  public init(
    _ file: any LogFile, isSalvaged: Bool = false, checksValues: Bool = false
  ) throws(LogError) {
    var log = try StoreLog(file, isSalvaged: isSalvaged)
    var state = StoreState(checksValues: checksValues)
    while let commit = try log.next() { state.take(commit) }
    if checksValues { try state.checkOlderRecords(file) }
    self.file = file
    header = log.header
    entities = state.entities.values.sorted { $0.number < $1.number }
    commitCount = state.commitCount
    groupCount = state.groupCount
    byteOffset = log.byteOffset
    ending = log.ending ?? .complete
    missing = log.missing
    findings = state.findings
    var bytes = Bytes()
    bytes.live = entities.reduce(0) { $0 + $1.liveByteCount }
    bytes.dead = state.payloadByteCount - bytes.live
    bytes.framing = LogHeader.byteCount + state.frameByteCount - state.payloadByteCount
    bytes.rest = max(
      0, try file.byteCount() - LogHeader.byteCount - state.frameByteCount)
    self.bytes = bytes
  }

  /// A file of the system for reading.
  ///
  /// - Throws: `LogError.Code.inputOutput`, also if there is none.
  public static func file(atPath path: String) throws(LogError) -> any LogFile {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { String(path[...$0]) } ?? "."
    let name = slash.map { String(path[path.utf8.index(after: $0)...]) } ?? path
    guard let file = try FolderFileSystem(path: folder).open(name, .read) else {
      throw LogError(.inputOutput, "there is no file '\(name)'")
    }
    return file
  }

  /// The name of the entity whose schema an archive is, as it stands in an entry of a log; nil if it is none.
  public static func entityName(inSchema archive: [UInt8]) -> String? {
    (try? StoreSchema(archive: archive))?.name
  }

  /// Bytes in memory as a file for reading.
  public static func file(of bytes: [UInt8]) -> any LogFile { StoreBytes(bytes) }
}
