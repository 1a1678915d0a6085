/// Structs with the container of a superclass.
enum SuperRecords {
  struct EnumInOrder: FormElement {
    typealias Calls = SuperCalls<EnumKey>.InOrder
    var content: FormLeaves
  }

  struct EnumReordered: FormElement {
    typealias Calls = SuperCalls<EnumKey>.Reordered
    var content: FormLeaves
  }

  struct EnumInterleaved: FormElement {
    typealias Calls = SuperCalls<EnumKey>.Interleaved
    var content: FormLeaves
  }

  struct EnumKept: FormElement {
    typealias Calls = SuperCalls<EnumKey>.Kept
    var content: KeptLeaves<EnumKey>
  }

  struct EnumConditional: FormElement {
    typealias Calls = SuperCalls<EnumKey>.Conditional
    var content: SparseLeaves
  }

  struct StructInOrder: FormElement {
    typealias Calls = SuperCalls<StructKey>.InOrder
    var content: FormLeaves
  }

  struct StructReordered: FormElement {
    typealias Calls = SuperCalls<StructKey>.Reordered
    var content: FormLeaves
  }

  struct StructInterleaved: FormElement {
    typealias Calls = SuperCalls<StructKey>.Interleaved
    var content: FormLeaves
  }

  struct StructKept: FormElement {
    typealias Calls = SuperCalls<StructKey>.Kept
    var content: KeptLeaves<StructKey>
  }

  struct StructConditional: FormElement {
    typealias Calls = SuperCalls<StructKey>.Conditional
    var content: SparseLeaves
  }

  struct IntegerInOrder: FormElement {
    typealias Calls = SuperCalls<IntegerKey>.InOrder
    var content: FormLeaves
  }

  struct IntegerReordered: FormElement {
    typealias Calls = SuperCalls<IntegerKey>.Reordered
    var content: FormLeaves
  }

  struct IntegerInterleaved: FormElement {
    typealias Calls = SuperCalls<IntegerKey>.Interleaved
    var content: FormLeaves
  }

  struct IntegerKept: FormElement {
    typealias Calls = SuperCalls<IntegerKey>.Kept
    var content: KeptLeaves<IntegerKey>
  }

  struct IntegerConditional: FormElement {
    typealias Calls = SuperCalls<IntegerKey>.Conditional
    var content: SparseLeaves
  }
}
