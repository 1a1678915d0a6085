#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A form in which values were stored before, and which is still read.
public struct OlderForm<Value>: Sendable {
  let stamp: TransformStamp?
  let form: TransformForm
  let restore: @Sendable (Data, TransformContext) throws -> Value

  /// The form in which a transform stored that was stamped then.
  public static func stamped<Transform: StorageTransform>(_ transform: Transform) -> OlderForm
  where Transform.Value == Value, Transform.Stored == Data {
    // An archive alone has no stamp, also where it was asked for.
    let isArchive = transform is any ArchiveStoring
    return OlderForm(
      stamp: isArchive ? nil : TransformStamp(transform.form), form: transform.form,
      restore: transform.restore)
  }

  /// A form that was stored without a stamp: by a program that did not know of stamps, or one that wrote archives, which
  /// are told by their own first byte.
  public static func unstamped<Transform: StorageTransform>(_ transform: Transform) -> OlderForm
  where Transform.Value == Value, Transform.Stored == Data {
    OlderForm(stamp: nil, form: transform.form, restore: transform.restore)
  }
}
