internal import StorageTransforms

/// The order of stored values (Spec/back-ends.md, rules K2 and R4), which is the same in all back ends.
enum StoredOrder {
  /// Whether one value stands before another: null, integers, reals, text, blobs; of one kind by value or by bytes.
  /// O(bytes).
  static func precedes(_ left: StoredValue, _ right: StoredValue) -> Bool {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): left < right
    case (.real(let left), .real(let right)): left < right
    case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
    case (.blob(let left), .blob(let right)): left.lexicographicallyPrecedes(right)
    default: rank(left) < rank(right)
    }
  }

  private static func rank(_ value: StoredValue) -> Int {
    switch value {
    case .null: 0
    case .integer: 1
    case .real: 2
    case .text: 3
    case .blob: 4
    }
  }
}
