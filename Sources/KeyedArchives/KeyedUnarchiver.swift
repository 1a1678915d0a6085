internal import ArchiveFormat
#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Decodes values from archives, whoever wrote them.
///
/// ```swift
/// var unarchiver = KeyedUnarchiver()
/// unarchiver.allowedTypes = [Circle.self, Square.self]
/// let drawing = try unarchiver.decode(Drawing.self, from: data)
/// ```
///
/// Checksums are verified before any code of the decoded types runs. The structure is checked while
/// values are decoded, so `init(from:)` of one may run before what follows it was looked at; a value
/// comes back only after every byte was checked. The types that are decoded are the one asked for, what its `init(from:)` asks for, and, where a class is asked for, those of its
/// subclasses that ``allowedTypes`` names.
public struct KeyedUnarchiver: Sendable {
  private(set) var settings: DecodingSettings

  /// Classes that may come back where one of their superclasses is asked for.
  public var allowedTypes: TypeAllowList {
    get { settings.values.allowedTypes }
    set { settings = settings.changing(\.allowedTypes, to: newValue) }
  }
  /// What decoding may cost.
  public var limits: ArchiveLimits {
    get { settings.values.limits }
    set { settings = settings.changing(\.limits, to: newValue) }
  }
  /// What `init(from:)` finds in its decoder's `userInfo`.
  public var userInfo: [CodingUserInfoKey: any Sendable] {
    get { settings.values.userInfo }
    set { settings = settings.changing(\.userInfo, to: newValue) }
  }
  /// Told of each class that the archive names where one is asked for, allowed or refused, also at further
  /// references to an instance, and again where a value is decoded a second time. Decoding takes longer with it.
  public var typeObserver: (@Sendable (TypeDecision) -> Void)? {
    get { settings.values.typeObserver }
    set { settings = settings.changing(\.typeObserver, to: newValue) }
  }
  /// Asked for a type in the place of one that is not on the list, where a class is asked for or an ``Existential``
  /// stands. Nil refuses it, as all are without a handler.
  ///
  /// The type has to fit: a subclass of the class that is asked for, one that conforms to the protocol.
  /// ``ArchivedPlaceholder`` keeps the value for those who know its type. It is asked at each reference anew.
  public var unknownTypeHandler: (@Sendable (UnknownType) throws -> TypeAllowList.DecodableType?)?
  {
    get { settings.values.unknownTypeHandler }
    set { settings = settings.changing(\.unknownTypeHandler, to: newValue) }
  }
  /// Told of each record whose type has a newer version in the archive than it declares here: where it returns,
  /// the record is decoded as if it were of the present version, with what it throws decoding ends. Without it that
  /// is an error, ``ArchiveError/Code/newerVersion``.
  public var newerVersionHandler: (@Sendable (NewerVersion) throws -> Void)? {
    get { settings.values.newerVersionHandler }
    set { settings = settings.changing(\.newerVersionHandler, to: newValue) }
  }
  /// What is done with values of some types beside decoding them: restoring them from others that were stored in
  /// their place, replacing them, validating the whole graph.
  public var hooks: DecodingHooks {
    get { settings.values.hooks }
    set { settings = settings.changing(\.hooks, to: newValue) }
  }
  /// Whether checksums are compared with the bytes: switch it off only for bytes that were verified
  /// just before, as a store does with its records. Damage that breaks no rule of the format is read
  /// as other values then. The checksums of headers are always compared.
  public var verifiesChecksums: Bool {
    get { settings.values.verifiesChecksums }
    set { settings = settings.changing(\.verifiesChecksums, to: newValue) }
  }
  /// Whether a text is read as base64 where `Data` is asked for: JSON and property lists of text have no other way to say data, so
  /// archives made of them (`archivecat import`) need this. Without it such a text is an error.
  public var decodesBase64: Bool {
    get { settings.values.decodesBase64 }
    set { settings = settings.changing(\.decodesBase64, to: newValue) }
  }
  /// Bytes of stack for values that nest deep; 0, the stack of the calling thread, by default.
  ///
  /// Decoding recurses through the `init(from:)` of the values, and ends in a typed error where the stack that
  /// is left does not suffice. With this set, it runs on a thread of its own while the calling one waits: user
  /// code finds itself on another thread. ``ArchiveLimits/maximumDepth`` has to be raised as
  /// well, which is for archives that are trusted: releasing a deep value recurses too, in code of Swift's own
  /// (see ``KeyedArchiver/stackByteCount``). Streams do not use it.
  public var stackByteCount: Int {
    get { settings.values.stackByteCount }
    set { settings = settings.changing(\.stackByteCount, to: newValue) }
  }
  /// The budget of the archives inside of those that are decoded, shared with others; nil for a budget of each call.
  var sharedBudget: SharedBudget? {
    get { settings.values.sharedBudget }
    set { settings = settings.changing(\.sharedBudget, to: newValue) }
  }
  /// Whether values are read through cells alone, for tests that compare the two ways.
  package var usesCells: Bool {
    get { settings.values.usesCells }
    set { settings = settings.changing(\.usesCells, to: newValue) }
  }
  /// The cells up to which a value at a path is decoded from them, for tests that compare the two ways.
  package var shortListCount: Int {
    get { settings.values.shortListCount }
    set { settings = settings.changing(\.shortListCount, to: newValue) }
  }

  /// An unarchiver with the default settings, at next to no cost.
  public init() { settings = .initial }

  /// An unarchiver with the default settings that leaves types to their `init(from:)` even if generated
  /// code can read them: for tests and measurements that compare the two.
  package init(usesGeneratedCode: Bool) {
    settings = usesGeneratedCode ? .initial : .initialWithoutGeneratedCode
  }

  /// An unarchiver with these settings.
  public init(allowedTypes: TypeAllowList = [], limits: ArchiveLimits = .untrusted) {
    var values = DecodingSettings.Values()
    values.allowedTypes = allowedTypes
    values.limits = limits
    settings = DecodingSettings(values)
  }

  /// The unnamed root of an archive; of the last scope, if values were appended.
  ///
  /// Each value is made once, unless code asks for the value twice. One case is an exception: where an `init(from:)` hands its own decoder to that of
  /// ``ArchivedPlaceholder``, decoding begins anew, and what was decoded until then is dropped. So is an archive with references and
  /// without any class. `init(from:)` and hooks should do nothing but make a value.
  ///
  /// - Throws: ``ArchiveError`` with code, place and path; what `init(from:)` of a type threw, if
  ///   that is no `DecodingError`. A type that is not allowed, a limit and damage are thrown even
  ///   if user code caught the error on its way; but for an object that was asked for as another class, and then in
  ///   the same place as the class that it is.
  public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    if stackByteCount > 0 { return try onLargeStack { try $0.decode(type, from: data) } }
    do {
      return try unsafe data.withUnsafeBytes { bytes in try unsafe decodeSmall(type, bytes) }
    } catch let failure as NotDirect {
      return try decodeLarge(type, data, after: failure)
    }
  }

  /// The unnamed root of an archive in an array of bytes.
  ///
  /// - Throws: As the form that takes `Data`.
  public func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
    if stackByteCount > 0 { return try onLargeStack { try $0.decode(type, from: bytes) } }
    do {
      return try unsafe bytes.withUnsafeBytes { bytes in try unsafe decodeSmall(type, bytes) }
    } catch let failure as NotDirect {
      return try decodeLarge(type, bytes, after: failure)
    }
  }

  /// What an unarchiver with these settings does on a thread with the stack that is asked for.
  func onLargeStack<Result>(_ body: (KeyedUnarchiver) throws -> Result) throws -> Result {
    var unarchiver = self
    unarchiver.stackByteCount = 0
    return try LargeStack.run(stackByteCount) { try body(unarchiver) }
  }
}
