/// `getenv` of the C library, which not every target imports.
@_silgen_name("getenv")
private func environmentValue(_ name: UnsafePointer<CChar>) -> UnsafeMutablePointer<CChar>?

/// The mistake that the package makes, if there is one.
@usableFromInline
enum PlantedFault {
  private static let name: String? = unsafe environmentValue("PLANTED_FAULT").flatMap {
    unsafe $0.pointee == 0 ? nil : unsafe String(cString: $0)
  }

  /// Whether a fault is the one that was asked for.
  @usableFromInline
  static func isOn(_ fault: String) -> Bool {
    guard let name else { return false }
    return fault == name
  }
}
