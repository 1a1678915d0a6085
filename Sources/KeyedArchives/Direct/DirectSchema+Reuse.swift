internal import ArchiveFormat

/// Decides if a later call may use the schema.
extension DirectSchema {
  /// Returns whether a call with these settings may use the definitions, which were read with others.
  func suits(_ settings: DecodingSettings) -> Bool {
    if evolved.pointee.readsOtherNames, settings.values.allowedTypes.hasFormerNames { return false }
    let other = settings.values.limits
    return hookNumber == settings.values.hooks.number
      && limits.maximumDefinitionCount == other.maximumDefinitionCount
      && limits.maximumFieldCount == other.maximumFieldCount
      && limits.maximumTotalFieldCount == other.maximumTotalFieldCount
      && limits.maximumKeyByteCount == other.maximumKeyByteCount
  }

  /// True if a later call may find the schema.
  var isKept: Bool { !bytes.isEmpty || home != nil }

  /// True if the definitions are those of a content that has none itself.
  @inline(__always)
  func isHeld(by home: DefinitionHome?) -> Bool {
    guard let home else { return self.home == nil }
    return self.home?.isIdentical(to: home) == true
  }
}
