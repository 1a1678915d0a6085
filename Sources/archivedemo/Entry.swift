import Foundation

/// What a folder holds: the base class of ``Folder``, ``SwiftFile`` and ``OtherFile``.
///
/// Each class writes its own fields after those of its superclass, into the same container.
class Entry: Codable {
  let name: String
  /// Relative to the folder that was read, so that the path stays right when the folder moves.
  let url: URL
  let modified: Date
  let byteCount: Int
  /// One instance for all entries with the same owner and mode.
  let permissions: Permissions

  init(_ facts: EntryFacts) {
    name = facts.name
    url = facts.url
    modified = facts.modified
    byteCount = facts.byteCount
    permissions = facts.permissions
  }

  /// This entry and all below it, in order.
  var all: [Entry] { [self] }

  /// The first place where another entry is not the same, or nil.
  func difference(from other: Entry) -> String? {
    let place = url.relativeString
    if type(of: self) != type(of: other) {
      return "\(place): \(type(of: self)) became \(type(of: other))"
    }
    if name != other.name { return "\(place): the names differ" }
    if url.relativeString != other.url.relativeString
      || url.baseURL?.absoluteString != other.url.baseURL?.absoluteString
    {
      return "\(place): the URLs differ"
    }
    if modified != other.modified { return "\(place): the dates differ" }
    if byteCount != other.byteCount { return "\(place): the sizes differ" }
    return permissions.isEqual(to: other.permissions) ? nil : "\(place): the permissions differ"
  }
}

/// What an ``Entry`` is made of.
struct EntryFacts {
  var name: String
  var url: URL
  var modified: Date
  var byteCount: Int
  var permissions: Permissions
}
