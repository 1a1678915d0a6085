internal import ArchiveFormat
internal import PropertyListFormat

/// Reads bytes as a property list, value by value, with a list of what is open.
///
/// A value is the same when it is read again, and text is well-formed but for surrogates that are not paired. A list that is written in binary
/// and read again gives the same bytes in both forms.
public enum ListOracle {
  private static let limits = {
    var limits = PropertyListLimits()
    limits.maximumValueCount = 100_000
    limits.baseTextByteCount = 1 << 20
    return limits
  }()

  /// Reads the content of an input.
  public static func run(_ bytes: [UInt8]) {
    let content = FuzzInput(bytes).content
    do throws(ArchiveError) {
      let list = try PropertyList(content, limits: limits)
      var open = [(list.root, 0)]
      // Objects of a binary list may be met any number of times.
      var rest = 10_000
      while let (node, depth) = open.popLast(), rest > 0 {
        rest -= 1
        Oracle.require(
          0..<content.count ~= list.byteOffset(of: node), "a node begins outside of the list")
        switch try list.value(of: node) {
        case .string(let text):
          let utf8 = list.utf8(text)
          Oracle.require(list.isEqual(text, text), "a text is not itself")
          let string = list.string(text)
          Oracle.require(
            list.isEqual(text, to: string) == string.utf8.elementsEqual(utf8),
            "a text is another in UTF-8")
        case .array(let nodes), .set(let nodes), .dictionary(let nodes):
          guard depth < 600 else { continue }
          var place = PropertyListNodes.Place()
          var count = 0
          while let child = try list.next(in: nodes, &place) {
            count += 1
            if open.count < 10_000 { open.append((child, depth + 1)) }
          }
          Oracle.require(count == nodes.count, "a container has other nodes than it counts")
        default: break
        }
      }
      try checkWriting(list)
    } catch {
      Oracle.check(error, in: content.count)
      let codes: Set<ArchiveError.Code> = [
        .notPropertyList, .malformedPropertyList, .limitExceeded,
      ]
      Oracle.require(codes.contains(error.code), "an error of a list is \(error)")
    }
  }
  /// Writes a list in both forms, and writes what was written again.
  private static func checkWriting(_ list: PropertyList) throws(ArchiveError) {
    guard let binary = try written(list, .binary) else { return }
    let text = try written(list, .xml)
    // The new file may be shorter, and its limit on text lower.
    var wider = limits
    wider.baseTextByteCount += limits.textByteCountPerByte * list.bytes.count
    do throws(ArchiveError) {
      let copy = try PropertyList(binary, limits: wider)
      Oracle.require(try written(copy, .binary) == binary, "a copy of a copy has other bytes")
      Oracle.require(try written(copy, .xml) == text, "a binary copy is another in XML")
      guard let text else { return }
      wider.baseTextByteCount += limits.textByteCountPerByte * text.count
      let back = try written(PropertyList(text, limits: wider), .xml)
      Oracle.require(back == text, "XML that was read is written as other XML")
    } catch {
      fatalError("what was written cannot be read: \(error)")
    }
  }

  /// The bytes in a form; nil for a value that it cannot hold.
  private static func written(
    _ list: PropertyList, _ form: PropertyList.Form
  ) throws(ArchiveError) -> [UInt8]? {
    do throws(ArchiveError) {
      return try list.bytes(form)
    } catch {
      guard error.code == .invalidValue else { throw error }
      return nil
    }
  }
}
