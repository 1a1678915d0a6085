#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A transform whose bytes tell what wrote them, and that refuses those of others.
///
/// ```swift
/// let settings = JSONTransform<Settings>().then(ZlibTransform())
///   .stamped(reading: .unstamped(JSONTransform()), .unstamped(PropertyListTransform()))
/// ```
///
/// Eight bytes stand in front of what the transform stored: the form, and a checksum over form and bytes, so that no
/// changed bit goes unnoticed. Bytes of an archive alone are stored as they are, because their first byte tells what
/// they are and they have a checksum of their own.
///
/// Older forms are read when they are declared, and written in the present one the next time. Those with a stamp are
/// told by it. Bytes without one are read by the first of the declared unstamped forms, in their order, that does not
/// throw. So are bytes whose stamp names no declared form: sealed bytes may begin with any byte.
public struct StampedTransform<Base: StorageTransform>: StorageTransform where Base.Stored == Data {
  /// The transform that stores.
  public let base: Base
  private let older: [OlderForm<Base.Value>]
  private let stamp: TransformStamp
  private let isArchive: Bool

  init(_ base: Base, reading older: [OlderForm<Base.Value>]) {
    self.base = base
    self.older = older
    stamp = TransformStamp(base.form)
    isArchive = base is any ArchiveStoring
  }

  /// Bytes with the stamp of another form than that of what stores them.
  init(_ base: Base, stampedAs form: TransformForm) {
    self.base = base
    older = []
    stamp = TransformStamp(form)
    isArchive = false
  }

  /// The form of the transform that stores.
  public var form: TransformForm { stamp.form }

  /// No more than equality, since a checksum stands in front; of an archive, what the transform keeps. Nothing with older forms: a
  /// value may be stored in any of them.
  public var keeps: KeptRelation {
    guard older.isEmpty else { return .nothing }
    return isArchive ? base.keeps : min(base.keeps, .equality)
  }

  /// The bytes that the transform stores, behind a stamp.
  ///
  /// - Throws: What the transform throws.
  public func store(_ value: Base.Value, in context: TransformContext) throws -> Data {
    let bytes = try base.store(value, in: context)
    return isArchive ? bytes : stamp.stamped(bytes)
  }

  /// The value of bytes with a stamp, or in a declared older form.
  ///
  /// - Throws: ``TransformError/Code/wrongForm`` for bytes in a form that is not declared,
  ///   ``TransformError/Code/checksumMismatch`` for bytes that were changed, and what the transform throws.
  public func restore(_ stored: Data, in context: TransformContext) throws -> Base.Value {
    let code: UInt32?
    do throws(TransformError) {
      code = try TransformStamp.code(in: stored)
    } catch {
      return try restoreUnstamped(stored, context, unless: error)
    }
    guard let code else {
      if isArchive, TransformStamp.isArchive(stored) {
        return try base.restore(stored, in: context)
      }
      return try restoreUnstamped(stored, context)
    }
    if code == stamp.code, !isArchive {
      return try base.restore(stamp.content(stored), in: context)
    }
    for form in older {
      guard let stamp = form.stamp, stamp.code == code else { continue }
      return try form.restore(stamp.content(stored), context)
    }
    let error = TransformError(
      .wrongForm, "the bytes were stored as \(StandardForms.name(code)), not as “\(form)”",
      byteOffset: 1, context: context)
    return try restoreUnstamped(stored, context, unless: error)
  }

  /// Restores bytes by the first unstamped form that does not throw.
  ///
  /// - Parameter refusal: The error that is thrown if all throw; nil for that of the first.
  private func restoreUnstamped(
    _ stored: Data, _ context: TransformContext, unless refusal: (any Error)? = nil
  ) throws -> Base.Value {
    var refusal = refusal
    for form in older where form.stamp == nil {
      do {
        return try form.restore(stored, context)
      } catch {
        let error = TransformError(error, .unreadable, in: context)
        if error.code == .unknownShapes { throw error }
        refusal = refusal ?? error
      }
    }
    if let refusal { throw refusal }
    throw TransformError(
      .wrongForm, "the bytes are \(TransformStamp.guess(stored)), and not stored as “\(form)”",
      byteOffset: 0, context: context)
  }
}

/// A transform whose bytes have a stamp.
protocol StampStoring {}

extension StampedTransform: StampStoring {}

extension StampedTransform: ContextFreeStoringTransform where Base: ContextFreeTransform {
  /// The bytes that the transform stores, behind a stamp.
  ///
  /// - Throws: What the transform throws.
  public func store(_ value: Base.Value) throws -> Data {
    try store(value, in: TransformContext())
  }
}

extension StampedTransform: ContextFreeTransform where Base: ContextFreeTransform {
  /// The value of bytes with a stamp, or in a declared older form.
  ///
  /// - Throws: As ``restore(_:in:)``.
  public func restore(_ stored: Data) throws -> Base.Value {
    try restore(stored, in: TransformContext())
  }
}

extension StorageTransform where Stored == Data {
  /// This transform with a stamp on its bytes; see ``StampedTransform``.
  ///
  /// - Parameter older: Forms in which values were stored before, and which are still read.
  public func stamped(reading older: OlderForm<Value>...) -> StampedTransform<Self> {
    StampedTransform(self, reading: older)
  }
}
