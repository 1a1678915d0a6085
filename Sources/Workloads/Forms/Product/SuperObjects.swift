/// Classes with the container of a superclass.
enum SuperObjects {
  final class EnumInOrder: FormElement {
    typealias Calls = SuperCalls<EnumKey>.InOrder
    let content: FormLeaves
    init(content: FormLeaves) { self.content = content }
  }

  final class EnumReordered: FormElement {
    typealias Calls = SuperCalls<EnumKey>.Reordered
    let content: FormLeaves
    init(content: FormLeaves) { self.content = content }
  }

  final class EnumInterleaved: FormElement {
    typealias Calls = SuperCalls<EnumKey>.Interleaved
    let content: FormLeaves
    init(content: FormLeaves) { self.content = content }
  }

  final class EnumKept: FormElement {
    typealias Calls = SuperCalls<EnumKey>.Kept
    let content: KeptLeaves<EnumKey>
    init(content: KeptLeaves<EnumKey>) { self.content = content }
  }

  final class EnumConditional: FormElement {
    typealias Calls = SuperCalls<EnumKey>.Conditional
    let content: SparseLeaves
    init(content: SparseLeaves) { self.content = content }
  }

  final class StructInOrder: FormElement {
    typealias Calls = SuperCalls<StructKey>.InOrder
    let content: FormLeaves
    init(content: FormLeaves) { self.content = content }
  }

  final class IntegerInOrder: FormElement {
    typealias Calls = SuperCalls<IntegerKey>.InOrder
    let content: FormLeaves
    init(content: FormLeaves) { self.content = content }
  }
}
