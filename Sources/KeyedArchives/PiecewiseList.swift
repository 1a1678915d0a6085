/// A list that grows by pieces. Appending copies nothing, and there is never more room than for one piece too many: an array
/// needs three times the memory of its elements while it grows.
///
/// Whoever makes a list frees it, and uses no copy after that.
struct PiecewiseList<Element> {
  private var pieces: [Ref<Element>] = []
  private(set) var count = 0

  /// Elements in a piece.
  static var pieceCount: Int { 1_024 }

  /// The piece in which the element of an index stands.
  @inline(__always)
  static func piece(_ index: Int) -> Int { index >> 10 }

  /// The place of the element of an index in its piece.
  @inline(__always)
  static func place(_ index: Int) -> Int { index & (pieceCount - 1) }

  var isEmpty: Bool { count == 0 }

  /// The element of an index below `count`.
  subscript(index: Int) -> Element {
    @inline(__always) get { memory(index).pointee }
    @inline(__always) nonmutating set { memory(index).pointee = newValue }
  }

  @inline(__always)
  private func memory(_ index: Int) -> Ref<Element> { pieces[Self.piece(index)][Self.place(index)] }

  @inline(__always)
  mutating func append(_ element: Element) {
    if Self.piece(count) == pieces.count { addPiece() }
    memory(count).initialize(to: element)
    count += 1
  }

  @inline(never)
  private mutating func addPiece() {
    pieces.append(Ref(uninitialized: Element.self, count: Self.pieceCount))
  }

  /// Takes away the last element of a list that has some.
  mutating func removeLast() -> Element {
    count -= 1
    return memory(count).move()
  }

  /// Takes away all elements, and keeps the room of one piece.
  mutating func removeAll() {
    while count > 0 { _ = removeLast() }
    while pieces.count > 1 { pieces.removeLast().deallocate() }
  }

  /// Frees the memory, with all elements.
  mutating func free() {
    removeAll()
    while let piece = pieces.popLast() { piece.deallocate() }
  }
}
