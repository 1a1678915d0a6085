/// Structs with a single-value container.
enum SingleValueRecords {
  struct InOrder: FormElement {
    typealias Calls = SingleValueCalls.InOrder
    var content: WrappedLeaves
  }

  struct Conditional: FormElement {
    typealias Calls = SingleValueCalls.Conditional
    var content: MaybeLeaves
  }
}
