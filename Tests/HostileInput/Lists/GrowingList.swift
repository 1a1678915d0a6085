/// A hostile property list, or keyed archive, that can be made of any size.
package struct GrowingList: Sendable {
  package let name: String
  /// A size that takes every reader a while.
  package let size: Int
  /// The size of a file of some hundred thousand bytes or more.
  package let largeSize: Int
  /// True if a file of twice the size may cost four times as much, up to the limits on values and on text: one of its parts, which grows, is
  /// mentioned more often, too.
  package private(set) var isBoundedByLimits = false
  /// The file of a size; twice the size is about twice the bytes.
  package let bytes: @Sendable (_ size: Int) -> [UInt8]

  init(
    _ name: String, _ size: Int, large: Int,
    _ bytes: @escaping @Sendable (_ size: Int) -> [UInt8]
  ) {
    (self.name, self.size, largeSize) = (name, size, large)
    self.bytes = bytes
  }

  /// Binary files that a closure writes, object 0 the outermost.
  init(
    list name: String, _ size: Int, large: Int,
    _ script: @escaping @Sendable (_ script: inout ListScript, _ size: Int) -> Void
  ) {
    self.init(name, size, large: large) { size in
      var made = ListScript()
      script(&made, size)
      return made.bytes()
    }
  }

  /// Binary keyed archives.
  init(
    archive name: String, _ size: Int, large: Int,
    _ entries: @escaping @Sendable (_ script: inout ListScript, _ size: Int) -> [Int]
  ) {
    self.init(name, size, large: large) { size in
      ListScript.archive { entries(&$0, size) }
    }
  }

  /// XML files with an outermost value.
  init(
    text name: String, _ size: Int, large: Int,
    _ text: @escaping @Sendable (_ size: Int) -> String
  ) {
    self.init(name, size, large: large) { Array(text($0).utf8) }
  }

  /// The same file as one that only limits bound.
  var boundedByLimits: GrowingList {
    var list = self
    list.isBoundedByLimits = true
    return list
  }

  package static let all = binary + archives + texts
}
