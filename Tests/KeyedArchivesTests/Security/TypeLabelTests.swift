import Foundation
import KeyedArchives
import Testing

/// Values that are labelled with types: what a label lets pass, and how deep labels nest.
@Suite struct TypeLabelTests {
  @Test func `a label around an object does not let its class pass`() throws {
    // Types X and Forbidden, both classes; an array of typed(X) → object(typed(Forbidden) int).
    let types = "05 19 03 58 99 03 46 6F 72 62 69 64 64 65 6E"
    let labelled = singlePart(types + "16 1A 01 19 1A 03 05 05 01 05")
    let bare = singlePart(types + "16 1A 03 05 05 05")
    for bytes in [labelled, bare] {
      let error = #expect(throws: ArchiveError.self) {
        try KeyedUnarchiver().decode([Secret].self, from: bytes)
      }
      #expect(error?.code == .typeNotAllowed, "\(String(describing: error))")
    }
  }

  final class Secret: Decodable {
    init(from decoder: any Decoder) throws { Issue.record("the class that is not allowed ran") }
  }

  @Test func `labels nested 500 deep need no stack while they are read`() async throws {
    let bytes = singlePart(
      "03 11 41" + String(repeating: "1A 01 01", count: 500) + "45")
    let error = await withCheckedContinuation { continuation in
      let thread = Thread {
        do {
          _ = try KeyedUnarchiver().decode(Int.self, from: bytes)
          continuation.resume(returning: nil as ArchiveError?)
        } catch {
          continuation.resume(
            returning: error as? ArchiveError ?? ArchiveError(.malformed, "another: \(error)"))
        }
      }
      thread.stackSize = 512 << 10
      thread.start()
    }
    #expect(error == nil)
  }
}
