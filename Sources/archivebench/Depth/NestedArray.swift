/// An array of arrays of arrays.
struct NestedArray: Codable {
  var inner: [NestedArray]

  init(_ inner: [NestedArray]) { self.inner = inner }

  init(from decoder: any Decoder) throws {
    inner = try decoder.singleValueContainer().decode([NestedArray].self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(inner)
  }

  static func nested(depth: Int) -> NestedArray {
    var value = NestedArray([])
    for _ in 1..<depth { value = NestedArray([value]) }
    return value
  }

  /// How deep it nests, taken apart on the way: releasing it as a whole would recurse.
  static func depthTakenApart(_ value: inout NestedArray) -> Int {
    var depth = 1
    while let inner = value.inner.popLast() {
      value = inner
      depth += 1
    }
    return depth
  }
}
