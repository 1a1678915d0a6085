/// Classes with unkeyed containers.
enum UnkeyedObjects {
  final class InOrder: FormElement {
    typealias Calls = UnkeyedCalls.InOrder
    let content: FormLeaves
    init(content: FormLeaves) { self.content = content }
  }

  final class Interleaved: FormElement {
    typealias Calls = UnkeyedCalls.Interleaved
    let content: FormLeaves
    init(content: FormLeaves) { self.content = content }
  }

  final class Kept: FormElement {
    typealias Calls = UnkeyedCalls.Kept
    let content: KeptElements
    init(content: KeptElements) { self.content = content }
  }

  final class Conditional: FormElement {
    typealias Calls = UnkeyedCalls.Conditional
    let content: HalfLeaves
    init(content: HalfLeaves) { self.content = content }
  }
}
