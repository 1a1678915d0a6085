internal import ArchiveFormat

/// What an encoder reads and writes at every call, in memory where no access is checked.
@unsafe
struct EncoderVariables {
  var userInfo: [CodingUserInfoKey: Any] = [:]
  /// The hooks of the archiver.
  var hooks = EncodingHooks()
  /// The cost of reading the archives inside of the values; nil as long as there are none.
  var furtherCosts: FurtherCosts?
  /// The classes of objects whose bodies are no records of them.
  var labels = BodyLabels()
  /// The number of values so far that were not of the kind of their place.
  var deviationCount = 0
  /// The costs of the archive around before the values were encoded.
  var costsBefore = FurtherCost()
  /// The objects that were encoded.
  var objects = EncodedObjects()
  /// Where the next block begins, and where those before it did.
  var cutter = BlockCutter()
  var snapshots: [BlockSnapshot] = unsafe []
  /// The rows that blocks begin in and that were not counted then.
  var lateRows: [LateRow] = unsafe []
  /// Bytes before the elements of rows in which blocks begin, by their ordinals, where the last pass found others.
  var headByteCounts: [Int: Int] = [:]
  /// The bytes of tags before values in which blocks begin, by the numbers of tags before them, where the last pass found others; and the number of
  /// tags so far.
  var tagByteCounts: [Int: Int] = [:]
  var tagCount = 0
  /// The layouts of rows that an earlier pass found out, by the numbers of rows that were begun before them.
  var rowLayouts: [Int: RowLayout] = [:]
  /// The bytes before the first of two runs, by the numbers of rows that were begun before theirs.
  var runHeads: [Int: [UInt8]] = [:]
  /// The maps that are open, and the keys of earlier ones.
  var openMaps: [OpenMap] = []
  var keySequences: [KeySequences] = []
  /// Types whose values are of several kinds.
  var mixedTypes: Set<UnsafeRawPointer> = unsafe []
  /// Fields whose values are looked at, since they may be of several kinds.
  var watchedFields: [WatchedField] = unsafe []
  /// Their numbers.
  var watchNumbers: [WatchKey: Int] = [:]
  /// The records that are open and have other calls than all plans, the innermost last.
  var changedRecords: [ChangedRecord] = unsafe []
  /// The number of those of this call, and the groups that they are of.
  var changedRecordCount = 0
  var changedGroups: [UnsafeMutablePointer<PlanGroup>] = unsafe []
  /// Plans in which such records were learned, to be used again.
  var sparePlans: [UnsafeMutablePointer<RecordPlan>] = unsafe []
  /// The kinds of the fields of shapes that others replaced, and as bytes.
  var settledKinds = KindTable()
  var settledFields: [[KindID]] = []
  var settledBytes: [[UInt8]] = []
  /// Containers that are filled late: the fields that hold them, with the number of the places of their calls, these places, those containers that
  /// are open, and their calls.
  var lateFields: [LateField: Int32] = [:]
  var latePlaces: [LatePlaces] = unsafe []
  var lateContainers: [LateContainer] = unsafe []
  var notedCalls: [NotedCall] = unsafe []
  /// The calls for elements of rows that wait, those of the innermost row last; and the places of the last rows.
  var rowScripts: [DirectEncoder.RowScript] = unsafe []
  let recentRows = unsafe RecentRows()
  /// True while the calls are made.
  var makesNotedCalls = false
  /// True if the last pass found out something that lets the next one go on where it gave up.
  var triesAgain = false
  /// The kinds that the states of blocks name.
  var stateKinds = KindTable()
  /// Bytes between ``DirectEncoder/headRoom`` and the root's payload: the number of a shape that belongs to the tag.
  var tagByteCount = 0
  /// The types of the shapes up to a plan, and of those in earlier archives or batches, by name: see ``DirectEncoder/hasDistinctNames()``.
  var namedTypes: [String.UTF8View.Digest: ObjectIdentifier] = [:]
  var lastNamed: UnsafeMutablePointer<RecordPlan>?
  /// Values that generated code has left to containers and that are open, one inside the other.
  var generatedDepth = 0
  /// The number of roots before the one that is encoded.
  var rootOrdinal = 0
  /// True if the encoder leaves a gap between blocks, for the header of the next one.
  var leavesGaps = false
  /// Rows of definitions in the last archive of several parts.
  var rowCount = 0
  /// Whether blocks ended inside of a record that was still being learned, so that its bytes moved
  /// since: the next time it is known.
  var needsSecondPass = false
  /// The root that was encoded last.
  var lastRoot: UnsafeMutablePointer<RootPlace>?
  /// Everything learned that is to be freed.
  var memory = unsafe LearnedMemory()
}
