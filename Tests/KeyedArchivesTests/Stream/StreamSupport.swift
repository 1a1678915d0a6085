import ArchiveInspection
import Foundation
import KeyedArchives

/// What a stream writes, in memory.
final class StreamBytes {
  private(set) var bytes: [UInt8] = []
  var output: ArchiveOutput { ArchiveOutput { self.bytes += $0 } }
}

/// The archive of a stream of values, with at most `batchCount` in a batch.
func stream<Element: Encodable>(
  _ elements: [Element], batchCount: Int = .max, isDirect: Bool = true,
  _ archiver: KeyedArchiver = KeyedArchiver()
) throws -> [UInt8] {
  let bytes = StreamBytes()
  let writer = ArchiveStreamWriter<Element>(
    archiver, to: bytes.output, maximumBatchCount: batchCount, isDirect: isDirect)
  try writer.append(contentsOf: elements)
  try writer.finish()
  return bytes.bytes
}

/// All values of a stream, read in pieces of at most `pieceByteCount` bytes.
func elements<Element: Decodable>(
  _ type: Element.Type, of bytes: [UInt8], pieceByteCount: Int = .max,
  _ unarchiver: KeyedUnarchiver = KeyedUnarchiver()
) throws -> [Element] {
  var position = 0
  let input = ArchiveInput { count in
    let piece = bytes[position...].prefix(min(count, pieceByteCount))
    position = piece.endIndex
    return Array(piece)
  }
  let reader = ArchiveStreamReader<Element>(input, unarchiver)
  var found: [Element] = []
  while let element = try reader.next() { found.append(element) }
  return found
}

/// All values of a stream, whatever rows they follow.
func valuesAsJSON(of bytes: [UInt8]) throws -> [[UInt8]] {
  try elements(ArchivedValue.self, of: bytes).map { value throws(ArchiveError) in
    try value.json(.lossy)
  }
}
