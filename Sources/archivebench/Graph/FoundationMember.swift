import Foundation
import Workloads

/// The counterpart of ``Member`` for Foundation's archiver.
final class FoundationMember: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }

  let name: String
  let born: Int
  let house: FoundationHouse
  var children: [FoundationMember] = []
  weak var parent: FoundationMember?

  init(name: String, born: Int, house: FoundationHouse) {
    (self.name, self.born, self.house) = (name, born, house)
  }

  /// The counterpart of a tree.
  static func tree(_ origin: Member) -> FoundationMember {
    var houses: [ObjectIdentifier: FoundationHouse] = [:]
    func member(_ origin: Member) -> FoundationMember {
      let id = ObjectIdentifier(origin.house)
      let house =
        houses[id] ?? FoundationHouse(street: origin.house.street, rooms: origin.house.rooms)
      houses[id] = house
      let made = FoundationMember(name: origin.name, born: origin.born, house: house)
      made.children = origin.children.map(member)
      for child in made.children { child.parent = made }
      return made
    }
    return member(origin)
  }

  init?(coder: NSCoder) {
    guard let name = coder.decodeObject(of: NSString.self, forKey: "name"),
      let house = coder.decodeObject(of: FoundationHouse.self, forKey: "house"),
      let children = coder.decodeObject(
        of: [NSArray.self, FoundationMember.self], forKey: "children") as? [FoundationMember]
    else { return nil }
    self.name = name.description
    self.house = house
    self.children = children
    born = coder.decodeInteger(forKey: "born")
    super.init()
    parent = coder.decodeObject(of: FoundationMember.self, forKey: "parent")
  }

  func encode(with coder: NSCoder) {
    coder.encode(name as NSString, forKey: "name")
    coder.encode(born, forKey: "born")
    coder.encode(house, forKey: "house")
    coder.encode(children as NSArray, forKey: "children")
    coder.encodeConditionalObject(parent, forKey: "parent")
  }
}

/// The counterpart of ``Member/House``.
final class FoundationHouse: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }

  let street: String
  let rooms: Int

  init(street: String, rooms: Int) { (self.street, self.rooms) = (street, rooms) }

  init?(coder: NSCoder) {
    guard let street = coder.decodeObject(of: NSString.self, forKey: "street") else { return nil }
    self.street = street.description
    rooms = coder.decodeInteger(forKey: "rooms")
  }

  func encode(with coder: NSCoder) {
    coder.encode(street as NSString, forKey: "street")
    coder.encode(rooms, forKey: "rooms")
  }
}
