internal import ArchiveFormat
internal import FoundationArchiveFormat
internal import PropertyListFormat

/// Reads bytes as an archive of `NSKeyedArchiver`, and dumps it.
///
/// A dump has a line for each object and one more, and no control character but the ends of lines. The dump and the reader refuse the same
/// files. A file that is written again in binary, or converted to a value of ours and back, has the same dump.
public enum GraphOracle {
  /// Reads the content of an input.
  public static func run(_ bytes: [UInt8]) {
    let content = FuzzInput(bytes).content
    var limits = PropertyListLimits()
    limits.maximumValueCount = 100_000
    limits.baseTextByteCount = 1 << 20
    let graph: FoundationGraph
    do throws(ArchiveError) {
      graph = try FoundationGraph(content, limits: limits)
    } catch {
      Oracle.check(error, in: content.count)
      Oracle.require(
        (try? FoundationGraph.canonicalDump(of: content, limits: limits)) == nil,
        "what is refused has a dump")
      return
    }
    do throws(ArchiveError) {
      let dump = try FoundationGraph.canonicalDump(of: content, limits: limits)
      let values = try values(of: graph)
      let lines = dump.count { $0 == UInt8(ascii: "\n") }
      Oracle.require(lines == graph.objects.count + 1, "a dump has \(lines) lines")
      Oracle.require(
        values.count { $0 == UInt8(ascii: "\n") } <= graph.objects.count,
        "there are more values than objects")
      for text in [dump, values] {
        Oracle.require(
          text.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x0A },
          "a dump has control characters")
      }
      // The new file may be shorter, and its limit on text lower.
      var wider = limits
      wider.baseTextByteCount += limits.textByteCountPerByte * content.count
      let written = try graph.bytes(.binary)
      Oracle.require(
        try FoundationGraph.canonicalDump(of: written, limits: wider) == dump,
        "what was written has another dump")
      wider.maximumValueCount *= 8
      if let value = try graph.archivedValue() {
        let back = try FoundationGraph.bytes(of: value, limits: wider)
        let isUsual =
          graph.roots.count == 1 && graph.list.string(graph.archiver) == "NSKeyedArchiver"
        let again = try FoundationGraph.canonicalDump(of: back, limits: wider)
        Oracle.require(!isUsual || again == dump, "what came back has another dump")
      }
    } catch {
      fatalError("what was read cannot be dumped or written: \(error)")
    }
  }

  /// Returns no values of a graph whose objects refer to more than the limits allow.
  private static func values(of graph: FoundationGraph) throws(ArchiveError) -> [UInt8] {
    do throws(ArchiveError) {
      return try graph.valuesDump()
    } catch {
      guard error.code == .limitExceeded else { throw error }
      return []
    }
  }
}
