/// Structs with one keyed container.
enum KeyedRecords {
  struct EnumInOrder: FormElement {
    typealias Calls = KeyedCalls<EnumKey>.InOrder
    var content: FormLeaves
  }

  struct EnumReordered: FormElement {
    typealias Calls = KeyedCalls<EnumKey>.Reordered
    var content: FormLeaves
  }

  struct EnumInterleaved: FormElement {
    typealias Calls = KeyedCalls<EnumKey>.Interleaved
    var content: FormLeaves
  }

  struct EnumKept: FormElement {
    typealias Calls = KeyedCalls<EnumKey>.Kept
    var content: KeptLeaves<EnumKey>
  }

  struct EnumConditional: FormElement {
    typealias Calls = KeyedCalls<EnumKey>.Conditional
    var content: SparseLeaves
  }

  struct StructInOrder: FormElement {
    typealias Calls = KeyedCalls<StructKey>.InOrder
    var content: FormLeaves
  }

  struct StructReordered: FormElement {
    typealias Calls = KeyedCalls<StructKey>.Reordered
    var content: FormLeaves
  }

  struct StructInterleaved: FormElement {
    typealias Calls = KeyedCalls<StructKey>.Interleaved
    var content: FormLeaves
  }

  struct StructKept: FormElement {
    typealias Calls = KeyedCalls<StructKey>.Kept
    var content: KeptLeaves<StructKey>
  }

  struct StructConditional: FormElement {
    typealias Calls = KeyedCalls<StructKey>.Conditional
    var content: SparseLeaves
  }

  struct IntegerInOrder: FormElement {
    typealias Calls = KeyedCalls<IntegerKey>.InOrder
    var content: FormLeaves
  }

  struct IntegerReordered: FormElement {
    typealias Calls = KeyedCalls<IntegerKey>.Reordered
    var content: FormLeaves
  }

  struct IntegerInterleaved: FormElement {
    typealias Calls = KeyedCalls<IntegerKey>.Interleaved
    var content: FormLeaves
  }

  struct IntegerKept: FormElement {
    typealias Calls = KeyedCalls<IntegerKey>.Kept
    var content: KeptLeaves<IntegerKey>
  }

  struct IntegerConditional: FormElement {
    typealias Calls = KeyedCalls<IntegerKey>.Conditional
    var content: SparseLeaves
  }
}
