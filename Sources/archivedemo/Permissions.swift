/// Who owns an entry and who may do what with it.
final class Permissions: Codable {
  let owner: String
  let mode: Int

  init(owner: String, mode: Int) {
    self.owner = owner
    self.mode = mode
  }

  func isEqual(to other: Permissions) -> Bool { owner == other.owner && mode == other.mode }
}
