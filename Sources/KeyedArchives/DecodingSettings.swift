internal import ArchiveFormat

/// The settings of an unarchiver, shared by its copies and by the decodes it is asked for.
final class DecodingSettings: Sendable {
  struct Values: Sendable {
    var allowedTypes: TypeAllowList = []
    var limits = ArchiveLimits.untrusted
    var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    var typeObserver: (@Sendable (TypeDecision) -> Void)?
    var unknownTypeHandler: (@Sendable (UnknownType) throws -> TypeAllowList.DecodableType?)?
    var newerVersionHandler: (@Sendable (NewerVersion) throws -> Void)?
    var verifiesChecksums = true
    var decodesBase64 = false
    var hooks = DecodingHooks()
    /// The budget of the archives inside of those that are decoded, if others share it; else each call has its own.
    var sharedBudget: SharedBudget?
    var stackByteCount = 0
    var usesCells = false
    /// Values at paths are decoded from cells if they have no more: finding out how shapes are read from bytes costs more.
    var shortListCount = 256
    var usesGeneratedCode = true
  }

  static let initial = DecodingSettings(Values())
  /// Those of an unarchiver that leaves every type to its `init(from:)`.
  static let initialWithoutGeneratedCode = initial.changing(\.usesGeneratedCode, to: false)

  let values: Values
  /// Whether all values have to be decoded from cells.
  let needsCells: Bool
  /// True if each class that an archive names is told to an observer, or judged by its path: generated code does neither.
  let looksAtClasses: Bool

  init(_ values: Values) {
    self.values = values
    looksAtClasses = values.typeObserver != nil || values.allowedTypes.hasPaths
    needsCells = values.usesCells || values.hooks.needCells
  }

  /// These settings with one of another value.
  func changing<Value>(
    _ setting: WritableKeyPath<Values, Value>, to value: Value
  ) -> DecodingSettings {
    var values = values
    values[keyPath: setting] = value
    return DecodingSettings(values)
  }
}
