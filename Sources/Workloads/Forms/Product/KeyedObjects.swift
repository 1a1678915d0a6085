/// Classes with one keyed container.
enum KeyedObjects {
  final class EnumInOrder: FormElement {
    typealias Calls = KeyedCalls<EnumKey>.InOrder
    let content: FormLeaves
    init(content: FormLeaves) { self.content = content }
  }

  final class EnumReordered: FormElement {
    typealias Calls = KeyedCalls<EnumKey>.Reordered
    let content: FormLeaves
    init(content: FormLeaves) { self.content = content }
  }

  final class EnumInterleaved: FormElement {
    typealias Calls = KeyedCalls<EnumKey>.Interleaved
    let content: FormLeaves
    init(content: FormLeaves) { self.content = content }
  }

  final class EnumKept: FormElement {
    typealias Calls = KeyedCalls<EnumKey>.Kept
    let content: KeptLeaves<EnumKey>
    init(content: KeptLeaves<EnumKey>) { self.content = content }
  }

  final class EnumConditional: FormElement {
    typealias Calls = KeyedCalls<EnumKey>.Conditional
    let content: SparseLeaves
    init(content: SparseLeaves) { self.content = content }
  }

  final class StructInOrder: FormElement {
    typealias Calls = KeyedCalls<StructKey>.InOrder
    let content: FormLeaves
    init(content: FormLeaves) { self.content = content }
  }

  final class IntegerInOrder: FormElement {
    typealias Calls = KeyedCalls<IntegerKey>.InOrder
    let content: FormLeaves
    init(content: FormLeaves) { self.content = content }
  }
}
