import ArchiveCompression
import ArchiveFormat
import Foundation

/// A small picture of one colour that fades, as a file of the kind PNG (W3C, Portable Network Graphics, third edition).
struct PNGImage {
  let width: Int
  let height: Int
  let colour: Colour

  /// The bytes of the file.
  func bytes() throws -> Data {
    var file = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    // Eight bits for each of red, green and blue.
    append("IHDR", big(width) + big(height) + [8, 2, 0, 0, 0], to: &file)
    append("IDAT", try Zlib.deflated(rows()[...], level: 9), to: &file)
    append("IEND", [], to: &file)
    return file
  }

  private func rows() -> [UInt8] {
    var rows: [UInt8] = []
    for row in 0..<height {
      let light = 255 * Double(height - row) / Double(height)
      rows.append(0)
      for _ in 0..<width {
        rows += [colour.red, colour.green, colour.blue].map { UInt8($0 * light) }
      }
    }
    return rows
  }

  private func append(_ name: String, _ content: [UInt8], to file: inout Data) {
    let chunk = Array(name.utf8) + content
    file.append(contentsOf: big(content.count) + chunk)
    file.append(contentsOf: big(Int(Checksum.crc32(0, chunk[...]))))
  }

  private func big(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
