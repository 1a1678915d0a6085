/// How the archived form of a type came to be what it is: see ``ArchiveEvolving``.
///
/// Where a record of the type is decoded, the steps come first, from the oldest on; then fields of former names
/// get their present ones; then fields that are missing get their defaults.
public struct ArchiveEvolution: Sendable {
  /// A change of the fields of one record.
  public typealias Change = @Sendable (inout MigrationFields) throws -> Void

  struct Alias: Sendable {
    let old: String
    let key: String
  }

  struct Default: Sendable {
    var key: String
    let value: DefaultValue
  }

  struct Step: Sendable {
    let version: UInt64
    let change: Change
  }

  let owner: ObjectIdentifier
  /// The version of the form that is written, 0 for none. Archives keep it once per type.
  public let version: UInt64
  private(set) var aliases: [Alias] = []
  private(set) var defaults: [Default] = []
  private(set) var steps: [Step] = []

  /// The evolution of a type, without changes so far.
  ///
  /// - Parameters:
  ///   - type: The type that declares it, by which subclasses are told from it.
  ///   - version: The version of the form that is written. Types that declare no evolution write version 0.
  public init(of type: any Any.Type, version: UInt64 = 0) {
    owner = ObjectIdentifier(type)
    self.version = version
  }

  /// Adds a name that a field had before. Where the field is missing, it is looked for under the names that were
  /// added, in their order.
  public func alias(_ old: String, of key: some CodingKey) -> ArchiveEvolution {
    alias(old, of: key.stringValue)
  }

  /// Adds a name that a field had before.
  public func alias(_ old: String, of key: String) -> ArchiveEvolution {
    var copy = self
    copy.aliases.append(Alias(old: old, key: key))
    return copy
  }

  /// Adds what a field is where old archives do not have it. One that was encoded as nil stays nil.
  ///
  /// - Parameters:
  ///   - value: Made anew for each record that lacks it, at the latest when `init(from:)` asks for it. How often is not
  ///     promised.
  ///   - key: The key of the field.
  public func `default`<Value: Encodable & SendableMetatype>(
    _ value: @autoclosure @escaping @Sendable () -> Value, for key: some CodingKey
  ) -> ArchiveEvolution {
    self.default(value(), for: key.stringValue)
  }

  /// Adds what a field is where old archives do not have it.
  public func `default`<Value: Encodable & SendableMetatype>(
    _ value: @autoclosure @escaping @Sendable () -> Value, for key: String
  ) -> ArchiveEvolution {
    var copy = self
    copy.defaults.append(Default(key: key, value: DefaultValue(value)))
    return copy
  }

  /// Adds a change that records of a version and of those before it need.
  ///
  /// A record of version *v* goes through all steps from *v* or later, in the order of their versions, before
  /// `init(from:)` sees it; steps from ``version`` on are for nobody. A record whose archive names no version,
  /// because it has no type there, goes through none.
  public func step(from version: UInt64, _ change: @escaping Change) -> ArchiveEvolution {
    var copy = self
    let place = steps.firstIndex { $0.version > version } ?? steps.count
    copy.steps.insert(Step(version: version, change: change), at: place)
    return copy
  }

  /// The steps that a record of a version goes through.
  func steps(from archived: UInt64) -> [Step] {
    steps.filter { $0.version >= archived && $0.version < version }
  }

  /// The keys that old archives may lack.
  var optionalKeys: [String] { aliases.map(\.key) + defaults.map(\.key) }
}
