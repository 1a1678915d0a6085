internal import ArchiveCompression
internal import ArchiveFormat

/// What one call of `decode` counts, knows and has refused.
final class DecodingLedger {
  let map: OffsetMap
  let allowList: [String.UTF8View.Digest: ClassAllowList.DecodableClass]
  let limits: ArchiveLimits
  let userInfo: [CodingUserInfoKey: any Sendable]
  var visitCount = 0
  var materializedByteCount = 0
  /// A refusal: thrown by the outermost call whatever user code caught.
  private(set) var refusal: ArchiveError?
  var documentKeys: [String.UTF8View.Digest: UInt32]?
  private var plans: [ObjectIdentifier: DecodingPlan] = [:]
  private var keyNumbers: [ObjectIdentifier: KeyNumbers] = [:]
  private var typeNames: [Int: String] = [:]

  init(
    map: OffsetMap, allowList: [String.UTF8View.Digest: ClassAllowList.DecodableClass],
    limits: ArchiveLimits, userInfo: [CodingUserInfoKey: any Sendable]
  ) {
    self.map = map
    self.allowList = allowList
    self.limits = limits
    self.userInfo = userInfo
  }

  /// Makes an error one that user code cannot swallow.
  func refuse(_ error: ArchiveError, _ path: [any CodingKey]) -> ArchiveError {
    var error = error
    if error.path.isEmpty { error.path = ArchivePath(codingPath: path) }
    refusal = refusal ?? error
    return error
  }

  /// Makes it what it was before a value was read that is to be read again, when nothing was refused.
  func restore(visitCount: Int, materializedByteCount: Int) {
    self.visitCount = visitCount
    self.materializedByteCount = materializedByteCount
    refusal = nil
  }

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

  func typeName(_ row: Int, _ definitions: ArchiveDefinitions) -> String {
    if let known = typeNames[row] { return known }
    let name = definitions.fullName(ofType: row)
    typeNames[row] = name
    return name
  }
}
