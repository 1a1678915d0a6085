/// The keys of a property list, each with a number, and which of them stand in the dictionaries that are open.
///
/// Keys with the same characters have one number, whatever their encodings are. A key takes 36 bytes of memory and up to 22 of the table,
/// each object of a binary list 4 bytes.
struct KeyTable {
  /// The number of the key that is sought, met or not.
  static let soughtNumber = 0

  private let soughtKey: String
  private var table = DigestTable()
  /// By node of a binary list: the number of the key, plus 1; 0 for a node that was not met as a key.
  private var numbers: [UInt32]
  /// By number: the node that was met first; none for the key that is sought, up to then.
  private var nodes: [UInt32] = [.max]
  /// By number: the text of that node.
  private var texts = [PropertyListText(encoding: .ascii, range: 0..<0)]
  /// By number: the dictionary in which the key was met last.
  private var dictionaries = [0]

  init(_ list: PropertyList, seeking soughtKey: String) {
    self.soughtKey = soughtKey
    table.add(Self.soughtNumber, DigestTable.digest(Array(soughtKey.utf8)[...]))
    // A node of XML is met once.
    numbers = Array(repeating: 0, count: list.form == .binary ? list.nodeCount : 0)
  }

  /// Returns the number of the key in a node of a binary list that was met before; nil for any other node. O(1).
  func number(of node: PropertyListNode) -> Int? {
    guard node.index < numbers.count, numbers[node.index] > 0 else { return nil }
    return Int(numbers[node.index]) - 1
  }

  /// The number and the text of a key, if its node is the first one that had it; nil for any other node. O(1).
  func known(_ node: PropertyListNode) -> (text: PropertyListText, number: Int)? {
    guard let number = number(of: node), Int(nodes[number]) == node.index else { return nil }
    return (texts[number], number)
  }

  /// Gives the key in a node that was not met before its number. O(bytes).
  mutating func addNode(
    _ node: PropertyListNode, _ text: PropertyListText, _ list: PropertyList
  ) -> Int {
    let utf8 = list.plainBytes(text) ?? list.utf8(text)[...]
    let digest = DigestTable.digest(utf8)
    let known = table.number(of: digest) { number in
      if number == Self.soughtNumber { return list.isEqual(text, to: soughtKey) }
      return list.isEqual(texts[number], text)
    }
    let number = known ?? nodes.count
    if known == nil {
      table.add(number, digest)
      nodes.append(UInt32(truncatingIfNeeded: node.index))
      texts.append(text)
      dictionaries.append(0)
    } else if nodes[number] == .max {
      nodes[number] = UInt32(truncatingIfNeeded: node.index)
      texts[number] = text
    }
    if node.index < numbers.count {
      numbers[node.index] = UInt32(truncatingIfNeeded: number + 1)
    }
    return number
  }

  /// The dictionary in which a key was met last; 0 for none.
  subscript(dictionaryOf number: Int) -> Int {
    get { dictionaries[number] }
    set { dictionaries[number] = newValue }
  }
}
