/// Classes with nested keyed containers.
enum NestedObjects {
  final class EnumInOrder: FormElement {
    typealias Calls = NestedCalls<EnumKey>.InOrder
    let content: FormLeaves
    init(content: FormLeaves) { self.content = content }
  }

  final class EnumReordered: FormElement {
    typealias Calls = NestedCalls<EnumKey>.Reordered
    let content: FormLeaves
    init(content: FormLeaves) { self.content = content }
  }

  final class EnumInterleaved: FormElement {
    typealias Calls = NestedCalls<EnumKey>.Interleaved
    let content: FormLeaves
    init(content: FormLeaves) { self.content = content }
  }

  final class EnumKept: FormElement {
    typealias Calls = NestedCalls<EnumKey>.Kept
    let content: KeptLeaves<EnumKey>
    init(content: KeptLeaves<EnumKey>) { self.content = content }
  }

  final class EnumConditional: FormElement {
    typealias Calls = NestedCalls<EnumKey>.Conditional
    let content: SparseLeaves
    init(content: SparseLeaves) { self.content = content }
  }

  final class StructInOrder: FormElement {
    typealias Calls = NestedCalls<StructKey>.InOrder
    let content: FormLeaves
    init(content: FormLeaves) { self.content = content }
  }

  final class IntegerInOrder: FormElement {
    typealias Calls = NestedCalls<IntegerKey>.InOrder
    let content: FormLeaves
    init(content: FormLeaves) { self.content = content }
  }
}
