extension String {
  /// Whether two strings are the same bytes: `==` finds canonically equal ones equal too.
  package func hasSameBytes(as other: String) -> Bool {
    var (left, right) = (self, other)
    return left.withUTF8 { mine in
      right.withUTF8 { others in
        guard mine.count == others.count else { return false }
        let (mine, others) = unsafe (UnsafeRawBufferPointer(mine), UnsafeRawBufferPointer(others))
        var index = 0
        while index &+ 8 <= mine.count {
          let (word, other) = unsafe (
            mine.loadUnaligned(fromByteOffset: index, as: UInt64.self),
            others.loadUnaligned(fromByteOffset: index, as: UInt64.self)
          )
          if word != other { return false }
          index &+= 8
        }
        while index < mine.count {
          if unsafe mine[index] != others[index] { return false }
          index &+= 1
        }
        return true
      }
    }
  }
}
