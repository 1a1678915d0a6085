import Foundation
import RecordStorage
import RecordTestSupport

/// The same steps each time: what a program does that writes a store, reads it beside, compacts it, and goes on after errors.
struct WritingScript {
  private enum Step {
    case commit(StorageDurability)
    case compact
    case look
    case close
  }

  private static let steps: [Step] = [
    .commit(.synced), .commit(.written), .look, .commit(.synced), .commit(.written), .compact,
    .look, .commit(.synced), .commit(.written), .close, .commit(.written), .commit(.synced), .look,
    .compact, .commit(.written), .commit(.synced), .look, .close, .commit(.written),
    .commit(.synced), .close, .look,
  ]

  private let name: String
  private let ballastByteCount: Int
  private var opened: OpenStore?
  private var reader: RecordStore?

  init(_ name: String, ballastByteCount: Int) {
    self.name = name
    self.ballastByteCount = ballastByteCount
  }

  mutating func run() {
    for step in Self.steps {
      switch step {
      case .look: look()
      case .commit(let durability): commit(durability)
      case .compact:
        guard let opened = open() else { continue }
        if MoveReport.doing("compact", { try opened.compact() }) == nil { close() }
      case .close: close()
      }
    }
  }

  /// The store, opened if it is not.
  private mutating func open() -> OpenStore? {
    if let opened { return opened }
    let name = name
    guard let opened = MoveReport.doing("open", { try OpenStore(name) }) else { return nil }
    let found = MoveReport.doing("check") { try opened.store.read { try Ledger.moves($0) } ?? -1 }
    guard let found else {
      opened.close()
      return nil
    }
    MoveReport.line("found \(found)")
    self.opened = opened
    return opened
  }

  private mutating func close() {
    opened?.close()
    opened = nil
  }

  private mutating func commit(_ durability: StorageDurability) {
    guard let opened = open() else { return }
    let found = MoveReport.doing("count") { try opened.store.read { try Ledger.count($0) } ?? -1 }
    guard let found else { return }
    let goesOn = MoveReport.commit(
      found + 1, durability, in: opened, ballastByteCount: ballastByteCount)
    if !goesOn { close() }
  }

  private mutating func look() {
    guard FileManager.default.fileExists(atPath: name) else { return }
    if reader == nil {
      let name = name
      reader = MoveReport.doing("open a reader") { RecordStore(try FileReaderBackEnd(path: name)) }
    }
    guard let reader else { return }
    let found = MoveReport.doing("look") { try reader.read { try Ledger.moves($0) } ?? -1 }
    if let found { MoveReport.line("saw \(found)") }
  }
}
