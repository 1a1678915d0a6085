package import KeyedArchives

/// A person in a family tree: a graph with parents, that is with cycles, and with houses that many share.
package final class Member: Codable {
  package let name: String
  package let born: Int
  package let house: House
  package var children: [Member] = []
  @WeakReference package var parent: Member?

  package init(name: String, born: Int, house: House) {
    (self.name, self.born, self.house) = (name, born, house)
  }

  /// What many members live in.
  package final class House: Codable {
    package let street: String
    package let rooms: Int

    package init(street: String, rooms: Int) { (self.street, self.rooms) = (street, rooms) }
  }

  /// A tree of so many objects, one in eleven of which is a house: every member has up to eight children.
  package static func tree(objectCount: Int) -> Member {
    let houses = (0..<max(objectCount / 11, 1)).map {
      House(street: "\($0) High Street", rooms: $0 % 9 + 1)
    }
    let members = (0..<objectCount - houses.count).map { number in
      Member(
        name: "member \(number)", born: 1900 + number % 120,
        house: houses[number &* 7_919 % houses.count])
    }
    for (number, member) in members.enumerated().dropFirst() {
      let parent = members[(number - 1) / 8]
      parent.children.append(member)
      member.parent = parent
    }
    return members[0]
  }

  /// How many members there are, if all are where they should be: each child knows its parent, and houses are as many
  /// objects as in the tree of so many objects.
  package func isTree(objectCount: Int) -> Bool {
    var houses: Set<ObjectIdentifier> = []
    var (pending, count) = ([self], 0)
    while let member = pending.popLast() {
      count += 1
      houses.insert(ObjectIdentifier(member.house))
      for child in member.children {
        guard child.parent === member else { return false }
        pending.append(child)
      }
    }
    return count + houses.count == objectCount
  }
}
