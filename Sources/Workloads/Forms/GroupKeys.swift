/// The keys of the four leaves of a group.
struct GroupKeys<Key: FormKey> {
  var number: Key
  var text: Key
  var ratio: Key
  var isOn: Key

  static var first: GroupKeys {
    GroupKeys(number: .number, text: .text, ratio: .ratio, isOn: .isOn)
  }

  static var second: GroupKeys {
    GroupKeys(number: .otherNumber, text: .otherText, ratio: .otherRatio, isOn: .otherIsOn)
  }
}

extension KeyedEncodingContainer where K: FormKey {
  mutating func encode(_ group: LeafGroup, as keys: GroupKeys<K>) throws {
    try encode(group.number, forKey: keys.number)
    try encode(group.text, forKey: keys.text)
    try encode(group.ratio, forKey: keys.ratio)
    try encode(group.isOn, forKey: keys.isOn)
  }

  /// Encodes the leaves that differ from those of ``LeafGroup/empty``.
  mutating func encodePresent(_ group: LeafGroup, as keys: GroupKeys<K>) throws {
    if group.number != 0 { try encode(group.number, forKey: keys.number) }
    if !group.text.isEmpty { try encode(group.text, forKey: keys.text) }
    if group.ratio != 0 { try encode(group.ratio, forKey: keys.ratio) }
    if group.isOn { try encode(group.isOn, forKey: keys.isOn) }
  }

  /// Encodes two groups, leaf by leaf in turns.
  mutating func encode(
    _ group: LeafGroup, as keys: GroupKeys<K>, inTurnsWith other: inout Self, _ second: LeafGroup,
    as otherKeys: GroupKeys<K>
  ) throws {
    try encode(group.number, forKey: keys.number)
    try other.encode(second.number, forKey: otherKeys.number)
    try encode(group.text, forKey: keys.text)
    try other.encode(second.text, forKey: otherKeys.text)
    try encode(group.ratio, forKey: keys.ratio)
    try other.encode(second.ratio, forKey: otherKeys.ratio)
    try encode(group.isOn, forKey: keys.isOn)
    try other.encode(second.isOn, forKey: otherKeys.isOn)
  }
}

extension KeyedDecodingContainer where K: FormKey {
  func group(_ keys: GroupKeys<K>) throws -> LeafGroup {
    var group = LeafGroup.empty
    group.number = try decode(Int.self, forKey: keys.number)
    group.text = try decode(String.self, forKey: keys.text)
    group.ratio = try decode(Double.self, forKey: keys.ratio)
    group.isOn = try decode(Bool.self, forKey: keys.isOn)
    return group
  }

  /// The same, read from the last leaf to the first.
  func groupBackwards(_ keys: GroupKeys<K>) throws -> LeafGroup {
    var group = LeafGroup.empty
    group.isOn = try decode(Bool.self, forKey: keys.isOn)
    group.ratio = try decode(Double.self, forKey: keys.ratio)
    group.text = try decode(String.self, forKey: keys.text)
    group.number = try decode(Int.self, forKey: keys.number)
    return group
  }

  /// A group whose absent leaves are those of ``LeafGroup/empty``.
  func presentGroup(_ keys: GroupKeys<K>) throws -> LeafGroup {
    var group = LeafGroup.empty
    if let number = try decodeIfPresent(Int.self, forKey: keys.number) { group.number = number }
    if let text = try decodeIfPresent(String.self, forKey: keys.text) { group.text = text }
    if let ratio = try decodeIfPresent(Double.self, forKey: keys.ratio) { group.ratio = ratio }
    if let isOn = try decodeIfPresent(Bool.self, forKey: keys.isOn) { group.isOn = isOn }
    return group
  }

  /// Two groups, read leaf by leaf in turns.
  func leaves(
    _ keys: GroupKeys<K>, inTurnsWith other: Self, _ otherKeys: GroupKeys<K>
  ) throws -> FormLeaves {
    var (first, second) = (LeafGroup.empty, LeafGroup.empty)
    first.number = try decode(Int.self, forKey: keys.number)
    second.number = try other.decode(Int.self, forKey: otherKeys.number)
    first.text = try decode(String.self, forKey: keys.text)
    second.text = try other.decode(String.self, forKey: otherKeys.text)
    first.ratio = try decode(Double.self, forKey: keys.ratio)
    second.ratio = try other.decode(Double.self, forKey: otherKeys.ratio)
    first.isOn = try decode(Bool.self, forKey: keys.isOn)
    second.isOn = try other.decode(Bool.self, forKey: otherKeys.isOn)
    return FormLeaves(first: first, second: second)
  }
}
