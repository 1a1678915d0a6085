internal import KeyedArchives

/// A class for each rule of references.
enum FamilyMembers {
  final class Weak: FamilyMember {
    typealias Rule = WeakReferenceRule
    let name: String
    let born: Int
    var children: [Weak]
    var link: WeakReference<Weak>

    init(name: String, born: Int, children: [Weak], link: WeakReference<Weak>) {
      (self.name, self.born, self.children, self.link) = (name, born, children, link)
    }
  }

  /// A parent and its children hold each other, so neither a value nor what is decoded is ever freed.
  final class Back: FamilyMember {
    typealias Rule = BackReferenceRule
    let name: String
    let born: Int
    var children: [Back]
    var link: BackReference<Back>

    init(name: String, born: Int, children: [Back], link: BackReference<Back>) {
      (self.name, self.born, self.children, self.link) = (name, born, children, link)
    }
  }

  /// A member of a family whose conditional reference holds its object.
  final class Conditional: FamilyMember {
    typealias Rule = ConditionalReferenceRule
    let name: String
    let born: Int
    var children: [Conditional]
    var link: ConditionalReference<Conditional>

    init(
      name: String, born: Int, children: [Conditional], link: ConditionalReference<Conditional>
    ) {
      (self.name, self.born, self.children, self.link) = (name, born, children, link)
    }
  }
}
