/// An array that is added to while copies of it are kept: adding does not copy all that was there before.
///
/// What is new stands apart until there is a batch of it. Adding is O(1) on the average if there are no copies, and takes
/// O(count / 64) more for each copy that is kept. Changing an element that is not new copies all if there are copies.
package struct GrowingArray<Element> {
  private var settled: [Element]
  private var recent: [Element] = []

  /// The elements of a sequence; O(1) for an array.
  package init(_ elements: some Sequence<Element>) { settled = Array(elements) }

  /// Elements that stand apart at most.
  private static var batchCount: Int { 64 }

  package mutating func append(_ element: Element) {
    // So few are copied as fast.
    guard settled.count >= Self.batchCount else { return settled.append(element) }
    if recent.count == Self.batchCount {
      settled += recent
      recent.removeAll(keepingCapacity: true)
    }
    recent.append(element)
  }
}

extension GrowingArray: RandomAccessCollection, MutableCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { count }
  package var count: Int { settled.count + recent.count }

  package subscript(index: Int) -> Element {
    get { index < settled.count ? settled[index] : recent[index - settled.count] }
    _modify {
      if index < settled.count {
        yield &settled[index]
      } else {
        yield &recent[index - settled.count]
      }
    }
  }
}

extension GrowingArray<String> {
  /// The same as for other elements, but not generic, which other modules would call through its metadata.
  package subscript(index: Int) -> String {
    _read {
      if index < settled.count { yield settled[index] } else { yield recent[index - settled.count] }
    }
  }
}

extension GrowingArray: ExpressibleByArrayLiteral {
  package init(arrayLiteral elements: Element...) { settled = elements }
}

extension GrowingArray: Sendable where Element: Sendable {}
