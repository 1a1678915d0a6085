import ArchiveCompression
import Foundation

/// The valid vectors of the specification.
enum ValidVectors {
  struct Vector: CustomStringConvertible, Sendable {
    let name: String
    let bytes: [UInt8]
    let dictionary: ShapeDictionary?
    var description: String { name }
  }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Spec/vectors").standardizedFileURL

  static let all: [Vector] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/valid")) ?? []
    return names.sorted().filter { $0.hasSuffix(".hex") }.compactMap { name in
      guard let (bytes, comments) = read("valid/" + name) else { return nil }
      let marker = "# dictionary: "
      let dictionary = comments.first { $0.hasPrefix(marker) }
        .flatMap { read("dictionaries/\($0.dropFirst(marker.count)).hex") }
        .flatMap { try? ShapeDictionary(rows: $0.bytes) }
      return Vector(name: name, bytes: bytes, dictionary: dictionary)
    }
  }()

  private static func read(_ path: String) -> (bytes: [UInt8], comments: [String])? {
    guard let text = try? String(contentsOf: folder.appending(path: path), encoding: .utf8) else {
      return nil
    }
    let lines = text.split(separator: "\n").map(String.init)
    let digits = lines.flatMap { $0.prefix { $0 != "#" }.split(separator: " ") }
    return (digits.compactMap { UInt8($0, radix: 16) }, lines.filter { $0.hasPrefix("#") })
  }
}
