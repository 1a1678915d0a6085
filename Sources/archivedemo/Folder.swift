import Foundation

/// A folder and its entries, sorted by name.
final class Folder: Entry {
  let entries: [Entry]

  private enum CodingKeys: CodingKey { case entries }

  init(_ facts: EntryFacts, entries: [Entry]) {
    self.entries = entries
    super.init(facts)
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    entries = try container.decode([Entry].self, forKey: .entries)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(entries, forKey: .entries)
  }

  override var all: [Entry] { [self] + entries.flatMap(\.all) }

  override func difference(from other: Entry) -> String? {
    if let difference = super.difference(from: other) { return difference }
    guard let other = other as? Folder, entries.count == other.entries.count else {
      return "\(url.relativeString): the numbers of entries differ"
    }
    return zip(entries, other.entries).lazy.compactMap { $0.difference(from: $1) }.first
  }
}
