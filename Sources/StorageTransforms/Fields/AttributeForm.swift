#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The transform of an attribute, with a stamp on its bytes unless they are to be bare.
struct AttributeForm<Value>: Sendable {
  /// The transform, stamp and older forms included.
  private(set) var transform: AnyStorageTransform<Value>
  /// What is stamped and reads older forms; nil for what stores other values than bytes, or needs no stamp.
  private let base: (any StorageTransform<Value, Data>)?
  private var older: [OlderForm<Value>] = []
  let isStamped: Bool
  /// The relation that the present form keeps. Older forms do not matter, since a store brings all values into the present form.
  let keeps: KeptRelation
  /// True if each value that is stored is restored as it was, so that nobody need try.
  let alwaysRestores: Bool

  /// - Parameter alwaysRestores: Whether all values of the type come back; a transform may try each by itself.
  init<Transform: StorageTransform>(
    _ transform: Transform, isStamped: Bool, alwaysRestores: Bool = false
  ) where Transform.Value == Value, Transform.Stored: StoredForm {
    let erased = AnyStorageTransform(transform)
    let isBlob = erased.storedType == .blob || erased.storedType == .any
    let needsStamp = isStamped && isBlob && !erased.tellsForm
    self.isStamped = needsStamp || transform is any StampStoring
    // An archive has no stamp, and yet reads older forms by theirs.
    let tellsOlder = needsStamp || isStamped && transform is any ArchiveStoring
    if tellsOlder, let bytes = transform as? any StorageTransform<Value, Data> {
      base = bytes
      self.transform = Self.stamped(bytes, [])
    } else {
      base = nil
      self.transform = needsStamp ? Self.stamped(erased) : erased
    }
    keeps = self.transform.keeps
    self.alwaysRestores = alwaysRestores || transform is any TryingTransform
  }

  private static func stamped<Base: StorageTransform>(
    _ base: Base, _ older: [OlderForm<Value>]
  ) -> AnyStorageTransform<Value> where Base.Value == Value, Base.Stored == Data {
    AnyStorageTransform(StampedTransform(base, reading: older))
  }

  /// A transform of which only the running program knows that it stores bytes: those have a stamp.
  private static func stamped(_ base: AnyStorageTransform<Value>) -> AnyStorageTransform<Value> {
    let bytes = StampedTransform(IdentityTransform<Data>(), stampedAs: base.form)
    return AnyStorageTransform(
      form: base.form, keeps: min(base.keeps, .equality), storedType: base.storedType,
      storedKinds: base.storedKinds, tellsForm: true
    ) {
      let stored = try base.store($0, in: $1)
      guard case .blob(let content) = stored else { return stored }
      return .blob(try bytes.store(content, in: $1))
    } restoring: {
      guard case .blob(let content) = $0 else { return try base.restore($0, in: $1) }
      return try base.restore(.blob(bytes.restore(content, in: $1)), in: $1)
    }
  }

  /// Reads also what another transform stored, where bytes tell it.
  mutating func read(_ former: some StorageTransform, isStamped: Bool) {
    guard let base, let former = former as? any StorageTransform<Value, Data> else { return }
    older.append(Self.older(former, isStamped: isStamped))
    transform = Self.stamped(base, older)
  }

  private static func older<Former: StorageTransform>(
    _ former: Former, isStamped: Bool
  ) -> OlderForm<Value> where Former.Value == Value, Former.Stored == Data {
    isStamped ? .stamped(former) : .unstamped(former)
  }
}
