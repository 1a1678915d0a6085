extension CodingUserInfoKey {
  // No text gives nil.
  // swift-format-ignore: NeverForceUnwrap
  /// The ``TransformContext`` for properties with ``Stored``, in the `userInfo` of any coder.
  public static let transformContext = CodingUserInfoKey(rawValue: "transformContext")!
}

extension TransformContext {
  /// What a coder's caller handed to transforms.
  init(_ userInfo: [CodingUserInfoKey: Any]) {
    self = userInfo[.transformContext] as? TransformContext ?? TransformContext()
  }

  /// The context for what is inside of an archive: that can be made complete in itself, and its values could not.
  var withoutShapes: TransformContext {
    var context = self
    context.shapes = nil
    context.note(nil)
    return context
  }

  /// The context with the property that is being coded: its path, `name` or `home.notes[2].text`.
  func at(_ codingPath: [any CodingKey]) -> TransformContext {
    guard attribute == nil, !codingPath.isEmpty else { return self }
    var context = self
    var name = ""
    for key in codingPath {
      if let index = key.intValue {
        name += "[\(index)]"
      } else {
        name += name.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
    context.attribute = Subject(name)
    return context
  }
}
