internal import ArchiveCompression
internal import ArchiveFormat

/// Decodes values straight from the bytes of an archive.
///
/// It is used by one call of `decode` at a time and then kept for the next (``DirectPool``), with
/// its memory and with what it learned of shapes and types. What it does not read itself, it reads
/// from cells, value by value: see ``DecodingSession``.
final class DirectEngine {
  let state: Ref<DirectState>
  /// What is read and written at every call: where no access is checked.
  private let memory: Ref<Memory>
  var traits: [Int: TypeTraits] = [:]
  let firstLevel: Ref<Level>
  /// Levels made since they were last freed.
  var levelCount = 0

  private struct Memory {
    var schema: DirectSchema
    /// What the call was made with.
    var settings = DecodingSettings.initial
    /// The limits of the call, if the archive is larger or smaller than the content.
    var knownLimits: ArchiveLimits?
    var map: OffsetMap?
    var madeLedger: DecodingLedger?
    /// The budget of the archives inside of the one that is read, once there is one.
    var madeBudget: SharedBudget?
    /// Values that were counted apart, when all of the root was checked.
    var checkedValueCount = 0
    /// True if the archive is decoded anew, through cells.
    var isLeftToCells = false
    /// The roots of the scope.
    var rootCount = 1
    var schemas: [DirectSchema] = []
    /// The bytes that are decoded.
    var content = RawBytes()
    /// A copy of them, once cells are made of some.
    var copy: [UInt8]?
    /// Where the scope's roots begin, and whether they are a list.
    var roots = (start: 0, isList: false)
    /// All its cells, once some are made of a value that may hold objects.
    var scope: ScopeCells?
    /// Where the root's tag and its payload begin.
    var rootPlace: (tag: Int, payload: RawCursor.Mark)?
    /// Where the root ends, once all of it was checked.
    var checkedEnd: RawCursor.Mark?
    /// True if the engine is one for the values of one scope, whose definitions are known.
    var keepsScope = false
    /// The way to the value that is decoded, if it is not the unnamed root.
    var place: ArchivePath?
    /// The coding path of the outermost value.
    var basePath: [any CodingKey] = []
    /// The same path, until somebody asks for its keys.
    var laterPath = LazyPath(outer: [])
    var hasLaterPath = false
    /// True once the value of the call was decoded.
    var isCallOver = false
    /// The reader of the values that user code keeps of the call, once there is one.
    var madeReader: KeptReader?
    /// The reader of kept values that the engine belongs to, if it belongs to one.
    var outerReader: Unowned<KeptReader>?
    /// A session without values.
    var errorSession: DecodingSession?
    /// By row: the class that its objects are decoded as.
    var rowClasses: [RowClass] = []
    /// By row: the decision that an observer was told of last.
    var rowDecisions: [RowDecision?] = []
  }

  /// The class that objects of a row are decoded as, where one was asked for last.
  private struct RowClass {
    /// The address of the class that was asked for.
    var type = 0
    var call = 0
    /// The address of the class that they are decoded as.
    var found = 0
  }

  /// The decision for objects of a row where a class of an address is asked for.
  private struct RowDecision {
    let type: Int
    let call: Int
    let decision: TypeDecision
  }

  /// What can be found out of a type.
  struct TypeTraits {
    /// How the type's archived form changed, if it declares that.
    var lineage: TypeLineage?
    var leaf: (any DirectLeaf.Type)?
    var collection: (any DirectCollection.Type)?
    var nullable: (any DirectNullable.Type)?
    var edge: (any ArchiveEdge.Type)?
    var existential: (any ArchiveExistential.Type)?
    var generated: (any ArchivableValue.Type)?
    var isRead: Bool
    var isClass: Bool
    var isMapReader: Bool
  }

  static var noSchema: DirectSchema { DirectSchema([], ArchiveDefinitions(), .initial) }
  static let schemaLimit = 4
  static let schemaByteLimit = 64 << 10
  static let planByteLimit = 1 << 20
  static let traitLimit = 4_096
  static let levelLimit = 128
  private static let rowClassLimit = 1_024
  static let rereadFactor = 32
  static let emptyLimit = 4_096

  /// Whether types that have generated code are read by it.
  let usesGeneratedCode: Bool

  init(usesGeneratedCode: Bool) {
    self.usesGeneratedCode = usesGeneratedCode
    let nothing = FieldSlot.never
    memory = Ref(Memory(schema: Self.noSchema))
    let cursor = RawCursor(RawBytes(), from: 0)
    state = Ref(uninitialized: DirectState.self)
    firstLevel = DirectDecoder.makeLevel(state, after: nil, nothing, cursor.mark)
    state.initialize(
      to: DirectState(
        cursor: cursor, level: firstLevel, nothing: nothing, scratch: Scratch(),
        owner: Unowned(self)))
  }

  deinit {
    freeLevels(after: firstLevel)
    firstLevel.pointee.decoder = nil
    state.pointee.scratch.free()
    state.pointee.objects.free()
    memory.free()
    state.free()
  }

  // MARK: Memory

  var schema: DirectSchema {
    get { memory.pointee.schema }
    set { memory.pointee.schema = newValue }
  }
  var settings: DecodingSettings {
    get { memory.pointee.settings }
    set { memory.pointee.settings = newValue }
  }
  var map: OffsetMap? {
    get { memory.pointee.map }
    set { memory.pointee.map = newValue }
  }
  var isLeftToCells: Bool {
    get { memory.pointee.isLeftToCells }
    set { memory.pointee.isLeftToCells = newValue }
  }
  var rootCount: Int {
    get { memory.pointee.rootCount }
    set { memory.pointee.rootCount = newValue }
  }
  var madeLedger: DecodingLedger? {
    get { memory.pointee.madeLedger }
    set { memory.pointee.madeLedger = newValue }
  }
  var checkedValueCount: Int {
    get { memory.pointee.checkedValueCount }
    set { memory.pointee.checkedValueCount = newValue }
  }
  var madeBudget: SharedBudget? {
    get { memory.pointee.madeBudget }
    set { memory.pointee.madeBudget = newValue }
  }
  var schemas: [DirectSchema] {
    get { memory.pointee.schemas }
    set { memory.pointee.schemas = newValue }
  }
  var knownLimits: ArchiveLimits? {
    get { memory.pointee.knownLimits }
    set { memory.pointee.knownLimits = newValue }
  }
  var content: RawBytes {
    get { memory.pointee.content }
    set { memory.pointee.content = newValue }
  }
  var copy: [UInt8]? {
    get { memory.pointee.copy }
    set { memory.pointee.copy = newValue }
  }
  var roots: (start: Int, isList: Bool) {
    get { memory.pointee.roots }
    set { memory.pointee.roots = newValue }
  }
  var scope: ScopeCells? {
    get { memory.pointee.scope }
    set { memory.pointee.scope = newValue }
  }
  var rootPlace: (tag: Int, payload: RawCursor.Mark)? {
    get { memory.pointee.rootPlace }
    set { memory.pointee.rootPlace = newValue }
  }

  var checkedEnd: RawCursor.Mark? {
    get { memory.pointee.checkedEnd }
    set { memory.pointee.checkedEnd = newValue }
  }

  var keepsScope: Bool {
    get { memory.pointee.keepsScope }
    set { memory.pointee.keepsScope = newValue }
  }

  var place: ArchivePath? {
    get { memory.pointee.place }
    set { memory.pointee.place = newValue }
  }

  var basePath: [any CodingKey] {
    if memory.pointee.hasLaterPath { makePath() }
    return memory.pointee.basePath
  }

  @inline(never)
  private func makePath() {
    memory.pointee.basePath = memory.pointee.laterPath.keys
    endLaterPath()
  }

  private func endLaterPath() {
    memory.pointee.laterPath = LazyPath(outer: [])
    memory.pointee.hasLaterPath = false
  }

  /// Begins with a value whose coding path is made when somebody asks for the path.
  func beginPath(_ path: LazyPath) {
    memory.pointee.laterPath = path
    memory.pointee.hasLaterPath = true
  }

  func endPath() {
    if memory.pointee.hasLaterPath { endLaterPath() }
    if !memory.pointee.basePath.isEmpty { memory.pointee.basePath = [] }
  }

  var isCallOver: Bool {
    get { memory.pointee.isCallOver }
    set { memory.pointee.isCallOver = newValue }
  }

  var outerReader: Unowned<KeptReader>? {
    get { memory.pointee.outerReader }
    set { memory.pointee.outerReader = newValue }
  }

  /// The address of the class that objects of a row are decoded as where a class is asked for; nil if another one was asked for last, or by another call.
  func knownClass(row: Int, _ type: Int) -> Int? {
    guard row < memory.pointee.rowClasses.count else { return nil }
    let known = memory.pointee.rowClasses[row]
    return known.type == type && known.call == state.pointee.call ? known.found : nil
  }

  /// Notes the class that objects of a row are decoded as, wherever the class of an address is asked for.
  ///
  /// - Parameter found: The address of the class or of a subclass: nobody looks at it again.
  func note(_ found: Int, row: Int, _ type: Int) {
    while memory.pointee.rowClasses.count <= row { memory.pointee.rowClasses.append(RowClass()) }
    memory.pointee.rowClasses[row] = RowClass(type: type, call: state.pointee.call, found: found)
  }

  /// The decision that an observer was told of last for a row; nil if another class was asked for, or by another call.
  func knownDecision(row: Int, _ type: Int) -> TypeDecision? {
    guard row < memory.pointee.rowDecisions.count, let known = memory.pointee.rowDecisions[row],
      known.type == type, known.call == state.pointee.call
    else { return nil }
    return known.decision
  }

  func note(_ decision: TypeDecision, row: Int, _ type: Int) {
    while memory.pointee.rowDecisions.count <= row { memory.pointee.rowDecisions.append(nil) }
    memory.pointee.rowDecisions[row] = RowDecision(
      type: type, call: state.pointee.call, decision: decision)
  }

  /// What tells the errors of values of which there are no cells.
  var errorSession: DecodingSession {
    if let made = memory.pointee.errorSession { return made }
    let made = DecodingSession(.empty, ledger)
    memory.pointee.errorSession = made
    return made
  }

  func endErrors() { memory.pointee.errorSession = nil }

  // MARK: Levels

  /// A fresh level, in place of one whose decoder was kept if there is one.
  ///
  /// - Parameter path: The coding path that the kept decoder has from now on.
  func makeLevel(after level: Ref<Level>, _ path: [any CodingKey] = []) -> Ref<Level> {
    let further = level.pointee.next?.pointee.next
    // Who looks through those that were used comes past it.
    let isUsed = level.pointee.next?.pointee.isUsed ?? false
    if let kept = level.pointee.next { keep(kept, path) }
    let fresh = DirectDecoder.makeLevel(
      state, after: level, state.pointee.nothing, state.pointee.cursor.mark)
    levelCount += 1
    fresh.pointee.isUsed = isUsed
    level.pointee.next = fresh
    fresh.pointee.next = further
    further?.pointee.previous = fresh
    return fresh
  }

  func freeLevels(after level: Ref<Level>) {
    var next = level.pointee.next
    level.pointee.next = nil
    levelCount = 0
    while let here = next {
      next = here.pointee.next
      here.pointee.decoder = nil
    }
  }

  /// Reads what user code keeps of the call.
  var reader: KeptReader {
    if let outer = memory.pointee.outerReader { return outer.object }
    if let made = memory.pointee.madeReader { return made }
    let made = KeptReader(contentCopy(), schema, ledger, settings, map, roots: roots)
    memory.pointee.madeReader = made
    return made
  }

  /// Forgets the classes of an archive with many of them.
  func endRowClasses() {
    if memory.pointee.rowClasses.count > Self.rowClassLimit { memory.pointee.rowClasses = [] }
    if !memory.pointee.rowDecisions.isEmpty { memory.pointee.rowDecisions = [] }
  }

  func endReader() {
    if memory.pointee.madeReader != nil { memory.pointee.madeReader = nil }
  }
}
