internal import ArchiveCompression
internal import ArchiveFormat

/// What one call of `decode` counts, knows and has refused.
final class DecodingLedger {
  let map: OffsetMap
  let allowList: [String.UTF8View.Digest: TypeAllowList.Grant]
  let limits: ArchiveLimits
  let userInfo: [CodingUserInfoKey: any Sendable]
  let objects: DecodedObjects
  let observer: (@Sendable (TypeDecision) -> Void)?
  /// The references that wait for their objects, once there is one.
  private var madeGraph: GraphCompletion?
  /// Where in the archive the document's root stands, if a part of it is decoded.
  var rootPath = ArchivePath()
  /// Whether the way to a value decides what is allowed there, or is told to somebody.
  let needsPaths: Bool
  private var searchCount = 0
  /// Whether references that are decoded now would wait for ever.
  var isGraphOver = false
  var visitCount = 0
  var materializedByteCount = 0
  /// A refusal: thrown by the outermost call whatever user code caught.
  private(set) var refusal: ArchiveError?
  var documentKeys: [String.UTF8View.Digest: UInt32]?
  private var plans: [ObjectIdentifier: DecodingPlan] = [:]
  private var keyNumbers: [ObjectIdentifier: KeyNumbers] = [:]
  private var typeNames: [Int: String] = [:]

  init(
    map: OffsetMap, allowList: [String.UTF8View.Digest: TypeAllowList.Grant],
    limits: ArchiveLimits, userInfo: [CodingUserInfoKey: any Sendable],
    objects: DecodedObjects = DecodedObjects(),
    observer: (@Sendable (TypeDecision) -> Void)? = nil
  ) {
    self.observer = observer
    needsPaths = observer != nil || allowList.values.contains { !$0.paths.isEmpty }
    self.map = map
    self.allowList = allowList
    self.limits = limits
    self.userInfo = userInfo
    self.objects = objects
  }

  /// Makes an error one that user code cannot swallow.
  func refuse(_ error: ArchiveError, _ path: [any CodingKey]) -> ArchiveError {
    var error = error
    if error.path.isEmpty { error.path = ArchivePath(codingPath: path) }
    refusal = refusal ?? error
    return error
  }

  /// Makes it what it was before a value was read that is to be read again, when nothing was refused.
  func restore(visitCount: Int, materializedByteCount: Int, referenceCount: Int) {
    madeGraph?.forget(downTo: referenceCount)
    self.visitCount = visitCount
    self.materializedByteCount = materializedByteCount
    refusal = nil
  }

  /// The references that wait for their objects.
  var graph: GraphCompletion {
    if let madeGraph { return madeGraph }
    let made = GraphCompletion()
    madeGraph = made
    return made
  }

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

  /// References that wait.
  var referenceCount: Int { madeGraph?.count ?? 0 }

  /// Gives the references their objects: every initializer has run.
  func completeGraph() throws { try madeGraph?.complete() }

  func plan(for type: any Any.Type) -> DecodingPlan {
    let id = ObjectIdentifier(type)
    if let known = plans[id] { return known }
    let plan = DecodingPlan(type)
    plans[id] = plan
    return plan
  }

  func keyNumbers(_ type: any CodingKey.Type) -> KeyNumbers {
    let id = ObjectIdentifier(type)
    if let known = keyNumbers[id] { return known }
    let numbers = KeyNumbers()
    keyNumbers[id] = numbers
    return numbers
  }

  /// The class that objects of a row are decoded as where `type` is asked for; nil if none is allowed.
  func allowedClass<Value>(
    _ type: Value.Type, row: Int, _ definitions: ArchiveDefinitions,
    at path: () -> ArchivePath
  ) -> Value.Type? {
    let digest = typeName(row, definitions).utf8.digest
    if TypeName.of(type).text.utf8.digest == digest { return type }
    guard let grant = allowList[digest], grant.allows(path) else { return nil }
    return grant.type as? Value.Type
  }

  func typeName(_ row: Int, _ definitions: ArchiveDefinitions) -> String {
    if let known = typeNames[row] { return known }
    let name = definitions.fullName(ofType: row)
    typeNames[row] = name
    return name
  }
}
