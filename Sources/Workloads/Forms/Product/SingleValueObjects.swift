/// Classes with a single-value container.
enum SingleValueObjects {
  final class InOrder: FormElement {
    typealias Calls = SingleValueCalls.InOrder
    let content: WrappedLeaves
    init(content: WrappedLeaves) { self.content = content }
  }

  final class Conditional: FormElement {
    typealias Calls = SingleValueCalls.Conditional
    let content: MaybeLeaves
    init(content: MaybeLeaves) { self.content = content }
  }
}
