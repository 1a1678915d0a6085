/// A node of a linked list, which holds the next one.
final class ListNode: Codable {
  var number: Int
  var next: ListNode?

  init(_ number: Int, _ next: ListNode?) { (self.number, self.next) = (number, next) }

  static func list(count: Int) -> ListNode {
    var first = ListNode(count - 1, nil)
    for number in (0..<count - 1).reversed() { first = ListNode(number, first) }
    return first
  }

  /// How many nodes there are in order, up to the end.
  var orderedCount: Int {
    var count = 0
    var next: ListNode? = self
    while let node = next, node.number == count {
      count += 1
      next = node.next
    }
    return next == nil ? count : -1
  }

  /// Takes the list apart from its beginning: releasing it as a whole would recurse.
  func takeApart() {
    var next: ListNode? = self
    while let node = next {
      next = node.next
      node.next = nil
    }
  }
}
