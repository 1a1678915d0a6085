import ReferenceCoder

@testable import KeyedArchives

extension ArchivedReference: ReferenceEdge {
  static var storesObject: Bool { Rule.storesObject }
  static var requiresObject: Bool { Rule.requiresObject }
  var target: Target? { wrappedValue }

  static func pending() -> (edge: Self, complete: (Target?) throws -> Void) {
    let box = makeBox(GraphCompletion())
    return (
      Self(box),
      { target in
        box.complete(target)
        try box.callBack()
      }
    )
  }
}
