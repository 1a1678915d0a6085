internal import ArchiveCompression
internal import ArchiveFormat

/// What one call of `decode` counts, knows and has refused.
final class DecodingLedger {
  /// What is known of the archive's scope. Values that migrations make have tables of their own.
  let scope: ScopeTables
  let allowList: [String.UTF8View.Digest: TypeAllowList.Grant]
  let settings: DecodingSettings.Values
  /// The limits of the call, for the size of its input.
  let limits: ArchiveLimits
  var userInfo: [CodingUserInfoKey: any Sendable] { settings.userInfo }
  /// Instances that were made, if the caller wants to look at them.
  var instances: [AnyObject] = []
  /// What the caller does with values beside decoding them; nil for nothing.
  let hooks: DecodingHooks?
  var observer: (@Sendable (TypeDecision) -> Void)? { settings.typeObserver }
  /// The references that wait for their objects, once there is one.
  private var madeGraph: GraphCompletion?
  /// Where in the archive the document's root stands, if a part of it is decoded.
  var rootPath = ArchivePath()
  /// The name of the root that is decoded, which no coding key tells.
  var rootName = ""
  /// Whether the way to a value decides what is allowed there, or is told to somebody.
  let needsPaths: Bool
  private var searchCount = 0
  /// Whether references that are decoded now would wait for ever.
  var isGraphOver = false
  var visitCount = 0
  var materializedByteCount = 0
  /// The budget of the archives inside of the one that is read; nil if they have no bound.
  var sharedBudget: SharedBudget? {
    if let madeBudget { return madeBudget }
    madeBudget = settings.sharedBudget ?? limits.forInside.map(SharedBudget.init)
    return madeBudget
  }
  var madeBudget: SharedBudget?
  /// A refusal: thrown by the outermost call whatever user code caught.
  private(set) var refusal: ArchiveError? { didSet { isRefused = refusal != nil } }
  private(set) var isRefused = false
  private var plans: [ObjectIdentifier: DecodingPlan] = [:]
  private var evolving: [ObjectIdentifier: Bool] = [:]
  private var nearMissCount = 0
  /// They stand behind a pointer, since Swift checks each access to a variable of a class at run time.
  private let texts = Ref<[MismatchText?]>([])
  private var names: [ObjectIdentifier: String] = [:]

  init(
    _ scope: ScopeTables, allowList: [String.UTF8View.Digest: TypeAllowList.Grant],
    settings: DecodingSettings.Values, limits: ArchiveLimits
  ) {
    self.settings = settings
    self.limits = limits
    needsPaths =
      settings.typeObserver != nil || settings.unknownTypeHandler != nil
      || settings.newerVersionHandler != nil || allowList.values.contains { !$0.paths.isEmpty }
    self.scope = scope
    hooks = settings.hooks.isEmpty ? nil : settings.hooks
    self.allowList = allowList
  }

  deinit { texts.free() }

  /// The way from the archive's beginning that a coding path is.
  func path(_ codingPath: [any CodingKey]) -> ArchivePath {
    var path = ArchivePath(codingPath: codingPath)
    if !rootName.isEmpty { path.steps.insert(.root(rootName), at: 0) }
    return path
  }

  /// Makes an error one that user code cannot swallow.
  func refuse(_ error: ArchiveError, _ path: [any CodingKey]) -> ArchiveError {
    var error = error
    if error.path.isEmpty { error.path = ArchivePath(codingPath: path) }
    refusal = refusal ?? error
    return error
  }

  // MARK: Refused classes

  /// A place where an object, or a reference to one, was asked for as a class that it is not.
  struct RefusedPlace {
    /// The objects of its scope. They are kept: others could have their address later.
    let scope: DecodedObjects
    /// Bytes from the start of the content, or the number of the cell of what stands in no file.
    let offset: Int
    let error: ArchiveError

    func isAt(_ offset: Int, in scope: DecodedObjects) -> Bool {
      self.offset == offset && self.scope === scope
    }
  }

  /// The places where objects were asked for as classes that they are not, in the order in which they were.
  ///
  /// User code may find out what an object is by one class after another. So such an error is taken back once the same place is decoded as the
  /// class that the archive names; otherwise the outermost call throws it.
  private(set) var refusedPlaces: [RefusedPlace] = []

  /// Refuses to decode the object at a place as another class than its own.
  func refuse(
    _ error: ArchiveError, at offset: Int, in scope: DecodedObjects, _ path: [any CodingKey]
  ) -> ArchiveError {
    // Who tries classes has as many places open as objects nest.
    guard refusedPlaces.count < limits.maximumDepth else { return refuse(error, path) }
    var error = error
    if error.path.isEmpty { error.path = ArchivePath(codingPath: path) }
    if !refusedPlaces.contains(where: { $0.isAt(offset, in: scope) }) {
      refusedPlaces.append(RefusedPlace(scope: scope, offset: offset, error: error))
    }
    return error
  }

  /// Notes that the object at a place was decoded as the class that it is.
  func accept(at offset: Int, in scope: DecodedObjects) {
    refusedPlaces.removeAll { $0.isAt(offset, in: scope) }
  }

  /// What a handler of the caller threw: the outermost call throws it, whatever user code caught.
  private var handlerError: (any Error)?

  /// What the outermost call throws.
  var finalError: (any Error)? {
    handlerError ?? refusal ?? refusedPlaces.first?.error ?? madeBudget?.failure
  }

  /// Calls a handler of the caller, whose errors user code cannot swallow.
  func sticky<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      if refusal == nil { handlerError = error }
      _ = refuse(ArchiveError(.typeNotAllowed, "a handler threw \(error)"), [])
      throw error
    }
  }

  /// Makes it what it was before a value was read that is to be read again, when nothing was refused.
  func restore(
    visitCount: Int, materializedByteCount: Int, referenceCount: Int,
    refusedPlaces: [RefusedPlace]
  ) {
    madeGraph?.forget(downTo: referenceCount)
    self.refusedPlaces = refusedPlaces
    self.visitCount = visitCount
    self.materializedByteCount = materializedByteCount
    refusal = nil
    handlerError = nil
  }

  /// The references that wait for their objects.
  var graph: GraphCompletion {
    if let madeGraph { return madeGraph }
    let made = GraphCompletion()
    madeGraph = made
    return made
  }

  /// Takes what decoding cost from the budget of the archive around.
  func countReading() {
    guard settings.limits.outer != nil else { return }
    sharedBudget?.take(byteCount: materializedByteCount, visitCount: visitCount)
  }

  /// Notes that the call returns what was decoded.
  func handOutGraph() { madeGraph?.isHandedOut = true }

  /// Lets go of the references, whatever came of the call: from here on none is decoded.
  func endGraph() {
    isGraphOver = true
    madeGraph?.end()
  }

  /// Forgets the references of a value that was given up.
  func forgetReferences(downTo count: Int) { madeGraph?.forget(downTo: count) }

  /// Whether the path of an object may be searched for again: each time takes as long as the archive is large.
  func takeSearch() -> Bool {
    searchCount += 1
    return searchCount <= Self.searchLimit
  }

  private static var searchLimit: Int { 256 }

  /// Keys of a coding path that are made without being counted as visits.
  static var freePathLength: Int { 32 }

  /// References that wait.
  var referenceCount: Int { madeGraph?.count ?? 0 }

  /// Gives the references their objects: every initializer has run.
  func completeGraph() throws { try madeGraph?.complete(self) }

  func plan(for type: any Any.Type) -> DecodingPlan {
    let id = ObjectIdentifier(type)
    if let known = plans[id] { return known }
    let plan = DecodingPlan(type)
    plans[id] = plan
    return plan
  }

  /// Returns whether the error for a key that is not there may name a near miss: in one call the first 256 may. Programs that try keys and catch the
  /// errors make one error for each value.
  func takesNearMiss() -> Bool {
    nearMissCount += 1
    return nearMissCount <= 256
  }

  /// The text of the error for a value of a kind that is asked for as a type. User code that tries one type after another gets many errors that
  /// differ in nothing but their places, so each text is kept until another one needs its place.
  func mismatch(
    of type: any Any.Type, _ kind: ArchivedValue.Kind, _ cellKind: CellKind
  ) -> MismatchText {
    // Metadata begins at multiples of 8.
    let bits = UInt(bitPattern: ObjectIdentifier(type)) >> 3 &+ UInt(cellKind.rawValue) &* 5
    let place = Int(truncatingIfNeeded: bits % UInt(Self.textLimit))
    if place < texts.pointee.count, let known = texts.pointee[place], known.type == type,
      known.kind == kind
    {
      return known
    }
    let text = MismatchText(type, kind, decodesBase64: settings.decodesBase64)
    while texts.pointee.count <= place { texts.pointee.append(nil) }
    texts.pointee[place] = text
    return text
  }

  private static var textLimit: Int { 64 }

  /// The name of a type in archives. Each call asks the table that all threads share once for each type.
  func name(of type: any Any.Type) -> String {
    let id = ObjectIdentifier(type)
    if let known = names[id] { return known }
    let name = TypeName.of(type).text
    names[id] = name
    return name
  }

  /// Whether a type that is no class declares how its archived form changed.
  func evolves(_ type: any Any.Type) -> Bool {
    let id = ObjectIdentifier(type)
    if let known = evolving[id] { return known }
    let evolves = type is any ArchiveEvolving.Type
    evolving[id] = evolves
    return evolves
  }

  /// The class that objects of a name are decoded as where `type` is asked for; nil if none is allowed.
  func allowedClass<Value>(
    _ type: Value.Type, named name: String, at path: () -> ArchivePath
  ) -> Value.Type? {
    let digest = name.utf8.digest
    if self.name(of: type).utf8.digest == digest { return type }
    guard let grant = allowList[digest], grant.allows(path) else { return nil }
    guard let wanted = grant.type as? Value.Type else { return nil }
    if type == Value.self { return wanted }
    // A variable may hold a subclass of what it is declared as: that one is asked for.
    return Self.isSubtype(grant.type, of: type) ? wanted : nil
  }

  /// True if a type is another one, or a class below it.
  ///
  /// Never inlined: where the other one is the parameter of a generic function, optimized code would take `Value.self` for the class that it holds.
  @inline(never)
  private static func isSubtype(_ type: any Any.Type, of other: any Any.Type) -> Bool {
    func isOther<Other>(_: Other.Type) -> Bool { type is Other.Type }
    return _openExistential(other, do: isOther)
  }
}
