import KeyedArchives
import TestSupport

/// Changes the content of archives in all the ways that bytes go wrong.
///
/// Whoever reads them does not compare the checksum.
struct ArchiveMutation {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private static let telling: [UInt8] = [
    0x00, 0x01, 0x02, 0x03, 0x05, 0x07, 0x7F, 0x80, 0x81, 0xC3, 0xE2, 0xF0, 0xFE, 0xFF,
  ]

  private mutating func byte() -> UInt8 {
    Bool.random(using: &generator)
      ? UInt8.random(in: 0...255, using: &generator)
      : Self.telling.randomElement(using: &generator) ?? 0
  }

  /// A single-part archive with some of its content changed, most often what follows the definitions.
  mutating func changed(_ archive: [UInt8]) -> [UInt8] {
    var content = Array(archive.dropLast(4))
    for _ in 0..<Int.random(in: 1...2, using: &generator) where content.count > 2 {
      let first = Bool.random(using: &generator) ? 1 : content.count / 2
      let index = Int.random(in: first..<content.count, using: &generator)
      switch Int.random(in: 0..<10, using: &generator) {
      case 0...2: content[index] = byte()
      case 3...4: content[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case 5: content.insert(byte(), at: index)
      case 6: content.remove(at: index)
      case 7:
        // A number larger than all.
        content.replaceSubrange(index...index, with: [0] + (0..<8).map { _ in 0xFF as UInt8 })
      case 8: content.removeLast(content.count - index)
      default:
        let end = min(content.count, index + Int.random(in: 1...9, using: &generator))
        content.insert(contentsOf: content[index..<end], at: index)
      }
    }
    return content + archive.suffix(4)
  }
}
