internal import PlatformC

/// Which mistake the store makes.
public enum PlantedFault {
  private static let name = unsafe getenv("PLANTED_FAULT").map { unsafe String(cString: $0) }

  /// Whether a fault is the one that was asked for.
  public static func isOn(_ fault: String) -> Bool { fault == name }
}
