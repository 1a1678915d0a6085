internal import ArchiveCompression
internal import ArchiveFormat
internal import ArchiveInspection
internal import StorageTransforms

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Inflates bytes: nothing grows beyond its limits, and what is inflated comes back when it is packed.
///
/// The option tells whether the content is a zlib stream, or is packed first and then changed at one place.
public enum InflateOracle {
  private static let maximumByteCount = 1 << 16
  private static let limits = {
    var limits = FuzzLimits.small
    limits.maximumInflatedByteCount = maximumByteCount
    return limits
  }()

  /// Inflates the content of an input.
  public static func run(_ bytes: [UInt8]) {
    let input = FuzzInput(bytes)
    var stream = input.content
    if input.option & 1 == 1 {
      let level = Int(input.option >> 1) % 10
      guard let packed = try? ZlibTransform(level: level).store(Data(input.content)) else {
        fatalError("zlib does not pack at level \(level)")
      }
      stream = Array(packed)
      let place = Int(input.switches & 0x7F)
      if place > 0, place < stream.count { stream[place] ^= 1 << (input.option >> 5) }
    }
    let raw = inflated(stream)
    checkFraming(stream, raw, declaring: raw?.count ?? Int(input.option) * 300)
    checkFraming(stream, raw, declaring: (raw?.count ?? 0) + 1)
    if let raw, !raw.isEmpty { checkFraming(stream, raw, declaring: raw.count - 1) }
  }

  private static func inflated(_ stream: [UInt8]) -> [UInt8]? {
    let transform = ZlibTransform(limits: limits)
    let raw: Data
    do {
      raw = try transform.restore(Data(stream))
    } catch {
      Oracle.check(error, in: stream.count)
      return nil
    }
    Oracle.require(raw.count <= maximumByteCount, "\(raw.count) bytes came out of a stream")
    if let shorter = try? transform.restore(Data(stream.dropLast())) {
      fatalError("a stream that was cut off inflates to \(shorter.count) bytes")
    }
    if (try? transform.restore(Data(stream + [0]))) != nil {
      fatalError("a stream with a byte behind it is taken")
    }
    do {
      let again = try transform.restore(transform.store(raw))
      Oracle.require(again == raw, "packed and inflated, the bytes are others")
    } catch {
      fatalError("what came out of a stream is not packed: \(error)")
    }
    return Array(raw)
  }

  /// Puts the stream into an archive of a single part, which says how many bytes come out of it.
  private static func checkFraming(_ stream: [UInt8], _ raw: [UInt8]?, declaring count: Int) {
    var archive: [UInt8] = [0xB2] + Varint.bytes(UInt64(count) << 3 | 1) + stream
    archive += Varint.little(Checksum.crc32(Checksum.archiveSeed, archive))
    do throws(ArchiveError) {
      let inspector = try ArchiveInspector(archive, limits: limits)
      Oracle.require(raw?.count == count, "a stream of another length is taken")
      Oracle.require(inspector.summary.rawByteCount == count, "the summary counts other bytes")
      let plain: [UInt8] = [0xB0] + (raw ?? [])
      let bare = try ArchiveInspector(
        plain + Varint.little(Checksum.crc32(Checksum.archiveSeed, plain)))
      let dumps = (try bare.dump(), try inspector.dump())
      Oracle.require(
        dumps.0 == dumps.1, "packed and not packed, the values are two")
    } catch {
      Oracle.check(error, in: archive.count)
    }
  }
}
