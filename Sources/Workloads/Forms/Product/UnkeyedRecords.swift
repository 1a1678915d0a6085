/// Structs with unkeyed containers.
enum UnkeyedRecords {
  struct InOrder: FormElement {
    typealias Calls = UnkeyedCalls.InOrder
    var content: FormLeaves
  }

  struct Interleaved: FormElement {
    typealias Calls = UnkeyedCalls.Interleaved
    var content: FormLeaves
  }

  struct Kept: FormElement {
    typealias Calls = UnkeyedCalls.Kept
    var content: KeptElements
  }

  struct Conditional: FormElement {
    typealias Calls = UnkeyedCalls.Conditional
    var content: HalfLeaves
  }
}
