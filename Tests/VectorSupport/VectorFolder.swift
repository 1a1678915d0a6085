package import Foundation

/// The folder `Spec/vectors` and what has to stand in it.
package struct VectorFolder {
  package let url: URL
  /// Whether files are written where they are not as they have to be.
  package let regenerates: Bool

  package init(_ url: URL, regenerates: Bool) {
    self.url = url
    self.regenerates = regenerates
  }

  /// The folder of this repository.
  package static func ofSpecification(regenerates: Bool) -> VectorFolder {
    VectorFolder(
      URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Spec/vectors").standardizedFileURL, regenerates: regenerates)
  }

  /// Bytes as commented hex, 16 to a line.
  package static func text(_ bytes: [UInt8], _ comments: [String]) -> String {
    var text = comments.map { "# \($0)\n" }.joined()
    for start in stride(from: 0, to: bytes.count, by: 16) {
      let line = bytes[start..<min(start + 16, bytes.count)]
      text += line.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16).uppercased() }
        .joined(separator: " ")
      text += "  # \(start)\n"
    }
    return text
  }

  /// Whether a file holds a text, which is written if need be.
  package func holds(_ text: String, at path: String) throws -> Bool {
    let file = url.appending(path: path)
    let found = try? String(contentsOf: file, encoding: .utf8)
    if found == text { return true }
    guard regenerates else { return false }
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
    return true
  }

  /// The names of the hex files of a folder, in order.
  package func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      at: url.appending(path: folder), includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == "hex" }.map { $0.deletingPathExtension().lastPathComponent }
      .sorted()
  }
}
