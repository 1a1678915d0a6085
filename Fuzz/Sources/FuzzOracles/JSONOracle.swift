internal import ArchiveFormat
internal import ArchiveInspection

/// Reads bytes as JSON: printed and read again it is the same, also by way of an archive.
public enum JSONOracle {
  /// Reads the content of an input.
  public static func run(_ bytes: [UInt8]) {
    let content = FuzzInput(bytes).content
    let value: ArchivedValue
    do throws(JSONError) {
      value = try ArchivedValue(json: content, maximumDepth: 64)
    } catch {
      Oracle.require(
        0...content.count ~= error.byteOffset && error.line > 0 && error.column > 0,
        "an error of JSON has no place in the text: \(error)")
      return
    }
    do {
      let text = try value.json()
      let escaped = try value.json(isEscapedForTerminal: true)
      let (again, unescaped) = try (ArchivedValue(json: text), ArchivedValue(json: escaped))
      Oracle.require(try again.json() == text, "printed and read, the text is another")
      Oracle.require(try unescaped.json() == text, "escaped and read, the text is another")
      // Zeros behind a decimal point are not printed, so that what is read again may be an integer.
      let archive = try again.archived()
      let third = try ArchivedValue(json: again.json())
      Oracle.require(try third.archived() == archive, "printed and read, the value is another")
      let inspector = try ArchiveInspector(archive)
      Oracle.require(try inspector.json() == text, "archived and read, the text is another")
      Oracle.require(try value.json(.lossy) == text, "what JSON has is printed in two ways")
    } catch {
      fatalError("what is JSON does not go to and fro: \(error)")
    }
  }
}
