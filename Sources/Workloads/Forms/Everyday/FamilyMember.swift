internal import KeyedArchives

/// A class whose instances hold children, and refer to their parent by a rule. A value is a family of eight.
///
/// The loop stores for each reference whether there is one, and sets it when the parent was made.
protocol FamilyMember: AnyObject, FormValue {
  associatedtype Rule: OptionalReferenceRule

  var name: String { get }
  var born: Int { get }
  var children: [Self] { get set }
  var link: ArchivedReference<Self, Rule> { get set }

  init(name: String, born: Int, children: [Self], link: ArchivedReference<Self, Rule>)
}

/// The keys of a ``FamilyMember``.
enum MemberKey: CodingKey { case name, born, children, link }

extension FamilyMember {
  init(seed: Int) {
    func member(_ number: Int, _ children: [Self]) -> Self {
      Self(name: "member \(number)", born: 1_900 + number, children: children, link: .init())
    }
    let first = (0..<3).map { member(seed * 8 + $0, []) }
    let second = (3..<5).map { member(seed * 8 + $0, []) }
    let children = [member(seed * 8 + 5, first), member(seed * 8 + 6, second)]
    self.init(name: "root \(seed)", born: 1_900, children: children, link: .init())
    for child in children {
      for grandchild in child.children {
        grandchild.link = ArchivedReference(wrappedValue: child)
      }
      child.link = ArchivedReference(wrappedValue: self)
    }
  }

  /// A name, a year and a reference each.
  var leafCount: Int { 24 }

  var valueCount: Int { 8 }

  func encode(to encoder: any Encoder) throws {
    CallCount.note(encoder)
    var container = encoder.container(keyedBy: MemberKey.self)
    try container.encode(name, forKey: .name)
    try container.encode(born, forKey: .born)
    try container.encode(children, forKey: .children)
    try container.encode(link, forKey: .link)
  }

  init(from decoder: any Decoder) throws {
    CallCount.note(decoder)
    let container = try decoder.container(keyedBy: MemberKey.self)
    let name = try container.decode(String.self, forKey: .name)
    let born = try container.decode(Int.self, forKey: .born)
    let children = try container.decode([Self].self, forKey: .children)
    self.init(
      name: name, born: born, children: children,
      link: try container.decode(ArchivedReference<Self, Rule>.self, forKey: .link))
  }

  func isSame(as other: Self) throws -> Bool {
    guard name == other.name, born == other.born, children.count == other.children.count,
      (link.wrappedValue == nil) == (other.link.wrappedValue == nil)
    else { return false }
    for (child, twin) in zip(children, other.children) {
      guard child.link.wrappedValue === self, try child.isSame(as: twin) else { return false }
    }
    return true
  }

  func write(to writer: inout FixedLayoutWriter) {
    name.write(to: &writer)
    born.write(to: &writer)
    children.write(to: &writer)
    (link.wrappedValue != nil).write(to: &writer)
  }

  init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    let name = try String(from: &reader)
    let born = try Int(from: &reader)
    let children = try [Self](from: &reader)
    _ = try Bool(from: &reader)
    self.init(name: name, born: born, children: children, link: .init())
    for child in children { child.link = ArchivedReference(wrappedValue: self) }
  }
}
