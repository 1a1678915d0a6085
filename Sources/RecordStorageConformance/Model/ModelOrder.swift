internal import StorageTransforms

/// The order of stored values as the Spec has it (rules K2 and R4), written from the Spec alone.
enum ModelOrder {
  /// Less than zero if one value stands before another, zero if both are the same, and more than zero otherwise. Both are of one kind, or
  /// null, which stands before all.
  static func compare(_ left: StoredValue, _ right: StoredValue) -> Int {
    switch (left, right) {
    case (.null, .null): 0
    case (.null, _): -1
    case (_, .null): 1
    case (.integer(let left), .integer(let right)): sign(left, right)
    case (.real(let left), .real(let right)): sign(left, right)
    case (.text(let left), .text(let right)): compare(Array(left.utf8), Array(right.utf8))
    case (.blob(let left), .blob(let right)): compare(Array(left), Array(right))
    default: sign("\(left.kind)", "\(right.kind)")
    }
  }

  private static func sign<Value: Comparable>(_ left: Value, _ right: Value) -> Int {
    left < right ? -1 : left == right ? 0 : 1
  }

  private static func compare(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var index = 0
    while index < left.count, index < right.count {
      if left[index] != right[index] { return left[index] < right[index] ? -1 : 1 }
      index += 1
    }
    return sign(left.count, right.count)
  }
}
