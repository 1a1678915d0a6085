extension CodingUserInfoKey {
  // No text gives nil.
  // swift-format-ignore: NeverForceUnwrap
  /// The ``TransformContext`` for properties with ``Stored``, in the `userInfo` of any coder.
  public static let transformContext = CodingUserInfoKey(rawValue: "transformContext")!
}

extension TransformContext {
  /// What a coder's caller handed to transforms, with the property that is being coded.
  init(_ userInfo: [CodingUserInfoKey: Any], _ codingPath: [any CodingKey]) {
    self = userInfo[.transformContext] as? TransformContext ?? TransformContext()
    guard attribute == nil, let key = codingPath.last(where: { $0.intValue == nil }) else { return }
    attribute = Subject(key.stringValue)
  }
}
