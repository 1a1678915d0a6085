internal import ArchiveFormat

extension Entity {
  /// Restores what was just stored of a value, so that a value that could not be fetched again is refused before it is kept: a
  /// subclass without an allow-list, a value that its own `init` refuses. A fallback does not count as the value. Where nothing but the
  /// value of an attribute can fail, those attributes alone are restored whose form does not always.
  ///
  /// - Parameters:
  ///   - stored: What ``store(_:recordKey:in:reporting:)`` gave for the value.
  ///   - value: The value.
  ///   - recordKey: The key of its record.
  ///   - context: What the caller hands to transforms.
  ///   - errors: Who else is told of a refusal.
  /// - Throws: ``TransformError/Code/notStorable`` with the reason, and the error underneath. What the program lacks, such as a key, is
  ///   no reason.
  package func checkRestorable(
    _ stored: [StoredValue], of value: Root, recordKey: StoredValue? = nil,
    in context: TransformContext = TransformContext(), reporting errors: ConversionErrors? = nil
  ) throws(TransformError) {
    let isExact = alwaysMakes && !(Root.self is AnyClass) && type(of: value as Any) == Root.self
    let tried = isExact ? uncertain + stored.indices.filter { stored[$0].mayPassLimits } : []
    if isExact, tried.isEmpty { return }
    var trial = context
    trial.isTrial = true
    let trialCall = call(recordKey, trial, errors)
    do {
      if isExact {
        for position in tried {
          _ = try attributes[position].restoreErased(stored[position], as: nil, trialCall)
        }
        return
      }
      let restored = try restoring(StoredAttributes(stored), trialCall)
      guard type(of: restored as Any) != type(of: value as Any) else { return }
      throw TransformError(
        .typeMismatch,
        "\(TypePhrase.one(type(of: value as Any))) would come back as \(TypePhrase.one(type(of: restored as Any)))"
      )
    } catch {
      let cause = TransformError(error, .unreadable, in: trialCall.record)
      if cause.code.isOfProgram { return }
      var refusal = TransformError(
        .notStorable, "the value could not be fetched again: \(cause.message)", path: cause.path,
        context: cause.context, underlying: cause)
      refusal.context?.isTrial = false
      let call = call(recordKey, context, errors)
      if let name = refusal.context?.attribute?.name, let watched = self.errors(of: name) {
        call.report(ConversionError(.storing, refusal), watched)
      } else {
        call.reportRecord(.storing, refusal)
      }
      throw refusal
    }
  }
}

extension StoredValue {
  /// True if an archive of so many bytes may hold more than ``ArchiveLimits`` allow whatever the size of the input; below, the budget is less. From
  /// 594 kB on the budget pays for 20,000,000 values.
  fileprivate var mayPassLimits: Bool {
    guard case .blob(let bytes) = self else { return false }
    return bytes.count > 512 << 10
  }
}
