import ReferenceCoder

@testable import KeyedArchives

extension ArchivedReference: ReferenceEdge {
  static var storesObject: Bool { Rule.storesObject }
  static var requiresObject: Bool { Rule.requiresObject }
  var target: Target? { box.target }

  static func pending() -> (edge: Self, complete: (Target?) throws -> Void) {
    let box = ReferenceBox<Target>(
      GraphCompletion(), isWeak: !Rule.retainsObject, isRequired: Rule.requiresObject)
    return (
      Self(box),
      { target in
        box.complete(target)
        try box.callBack()
      }
    )
  }
}
