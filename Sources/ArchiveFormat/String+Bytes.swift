extension String {
  /// Whether two strings are the same bytes: `==` finds canonically equal ones equal too.
  package func hasSameBytes(as other: String) -> Bool {
    var (left, right) = (self, other)
    return left.withUTF8 { mine in
      right.withUTF8 { others in
        unsafe mine.count == others.count && mine.elementsEqual(others)
      }
    }
  }
}
