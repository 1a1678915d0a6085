/// Structs with nested keyed containers.
enum NestedRecords {
  struct EnumInOrder: FormElement {
    typealias Calls = NestedCalls<EnumKey>.InOrder
    var content: FormLeaves
  }

  struct EnumReordered: FormElement {
    typealias Calls = NestedCalls<EnumKey>.Reordered
    var content: FormLeaves
  }

  struct EnumInterleaved: FormElement {
    typealias Calls = NestedCalls<EnumKey>.Interleaved
    var content: FormLeaves
  }

  struct EnumKept: FormElement {
    typealias Calls = NestedCalls<EnumKey>.Kept
    var content: KeptLeaves<EnumKey>
  }

  struct EnumConditional: FormElement {
    typealias Calls = NestedCalls<EnumKey>.Conditional
    var content: SparseLeaves
  }

  struct StructInOrder: FormElement {
    typealias Calls = NestedCalls<StructKey>.InOrder
    var content: FormLeaves
  }

  struct StructReordered: FormElement {
    typealias Calls = NestedCalls<StructKey>.Reordered
    var content: FormLeaves
  }

  struct StructInterleaved: FormElement {
    typealias Calls = NestedCalls<StructKey>.Interleaved
    var content: FormLeaves
  }

  struct StructKept: FormElement {
    typealias Calls = NestedCalls<StructKey>.Kept
    var content: KeptLeaves<StructKey>
  }

  struct StructConditional: FormElement {
    typealias Calls = NestedCalls<StructKey>.Conditional
    var content: SparseLeaves
  }

  struct IntegerInOrder: FormElement {
    typealias Calls = NestedCalls<IntegerKey>.InOrder
    var content: FormLeaves
  }

  struct IntegerReordered: FormElement {
    typealias Calls = NestedCalls<IntegerKey>.Reordered
    var content: FormLeaves
  }

  struct IntegerInterleaved: FormElement {
    typealias Calls = NestedCalls<IntegerKey>.Interleaved
    var content: FormLeaves
  }

  struct IntegerKept: FormElement {
    typealias Calls = NestedCalls<IntegerKey>.Kept
    var content: KeptLeaves<IntegerKey>
  }

  struct IntegerConditional: FormElement {
    typealias Calls = NestedCalls<IntegerKey>.Conditional
    var content: SparseLeaves
  }
}
