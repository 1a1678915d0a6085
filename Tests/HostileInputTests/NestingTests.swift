import ArchiveCompression
import ArchiveFormat
import ArchiveInspection
import HostileInput
import KeyedArchives
import Testing

@Suite("What nests is walked without a stack")
struct NestingTests {
  private static let depth = 10_000
  private static let stackByteCount = 512 << 10

  private static let limits: ArchiveLimits = {
    var limits = ArchiveLimits.trusted
    limits.maximumDepth = .max / 16
    return limits
  }()

  @Test(
    "what stands in something else without a container is written again on a small stack",
    arguments: ["object whose body is one value", "extension", "typed"])
  func smallStack(name: String) throws {
    let archive = try #require(NestedArchive.all.first { $0.name == name })
    let bytes = archive.bytes(Self.depth)
    // What does not come to an end here ends the process.
    let thread = NativeThread(stackByteCount: Self.stackByteCount) {
      _ = try? KeyedUnarchiver(limits: Self.limits).decode(ArchivedValue.self, from: bytes)
      guard let inspector = try? ArchiveInspector(bytes, limits: Self.limits) else { return }
      for root in inspector.roots {
        guard let again = try? root.value.archived(maximumDepth: Self.limits.maximumDepth) else {
          continue
        }
        _ = ArchiveVerification(of: again, limits: Self.limits)
      }
    }
    try #require(thread).join()
  }
}
