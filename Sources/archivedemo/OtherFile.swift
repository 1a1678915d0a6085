import Foundation

/// A file of any other kind.
final class OtherFile: Entry {
  let pathExtension: String?
  let contents: Data

  private enum CodingKeys: CodingKey { case pathExtension, contents }

  init(_ facts: EntryFacts, contents: Data) {
    let pathExtension = facts.url.pathExtension
    self.pathExtension = pathExtension.isEmpty ? nil : pathExtension
    self.contents = contents
    super.init(facts)
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    pathExtension = try container.decodeIfPresent(String.self, forKey: .pathExtension)
    contents = try container.decode(Data.self, forKey: .contents)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(pathExtension, forKey: .pathExtension)
    try container.encode(contents, forKey: .contents)
  }

  override func difference(from other: Entry) -> String? {
    if let difference = super.difference(from: other) { return difference }
    guard let other = other as? OtherFile, pathExtension == other.pathExtension,
      contents == other.contents
    else { return "\(url.relativeString): the contents differ" }
    return nil
  }
}
