import Foundation

/// A Swift source file: its text and how many lines it has.
final class SwiftFile: Entry {
  let lineCount: Int
  let contents: Data

  private enum CodingKeys: CodingKey { case lineCount, contents }

  init(_ facts: EntryFacts, contents: Data) {
    lineCount = contents.count { $0 == UInt8(ascii: "\n") }
    self.contents = contents
    super.init(facts)
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    lineCount = try container.decode(Int.self, forKey: .lineCount)
    contents = try container.decode(Data.self, forKey: .contents)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(lineCount, forKey: .lineCount)
    try container.encode(contents, forKey: .contents)
  }

  override func difference(from other: Entry) -> String? {
    if let difference = super.difference(from: other) { return difference }
    guard let other = other as? SwiftFile, lineCount == other.lineCount, contents == other.contents
    else { return "\(url.relativeString): the contents differ" }
    return nil
  }
}
