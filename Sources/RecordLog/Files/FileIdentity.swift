internal import PlatformC

/// What tells a file of the system from all others, as long as it is open.
struct FileIdentity: Hashable {
  private let device: UInt64
  private let number: UInt64

  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}
