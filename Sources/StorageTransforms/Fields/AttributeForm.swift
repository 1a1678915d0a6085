#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The transform of an attribute, with a stamp on its bytes unless they are to be bare.
struct AttributeForm<Value>: Sendable {
  /// The transform, stamp and older forms included.
  private(set) var transform: AnyStorageTransform<Value>
  /// What is stamped; nil if nothing is.
  private let base: (any StorageTransform<Value, Data>)?
  private var older: [OlderForm<Value>] = []
  let isStamped: Bool

  /// Whether bytes of former forms are told from those of the present one.
  var tellsForms: Bool { base != nil }

  init<Transform: StorageTransform>(_ transform: Transform, isStamped: Bool)
  where Transform.Value == Value, Transform.Stored: StoredForm {
    base = isStamped ? Self.base(transform) : nil
    self.isStamped =
      transform is any StampStoring || base != nil && !(transform is any ArchiveStoring)
    self.transform = base.map { Self.stamped($0, []) } ?? AnyStorageTransform(transform)
  }

  /// What has to be stamped: a transform to bytes that has neither a stamp of its own nor stores bytes as they are.
  private static func base(
    _ transform: some StorageTransform
  ) -> (any StorageTransform<Value, Data>)? {
    guard !(transform is any StampStoring), !(transform is IdentityTransform<Data>) else {
      return nil
    }
    return transform as? any StorageTransform<Value, Data>
  }

  private static func stamped<Base: StorageTransform>(
    _ base: Base, _ older: [OlderForm<Value>]
  ) -> AnyStorageTransform<Value> where Base.Value == Value, Base.Stored == Data {
    AnyStorageTransform(StampedTransform(base, reading: older))
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

/// A transform whose bytes have a stamp.
protocol StampStoring {}

extension StampedTransform: StampStoring {}
