/// Four leaves, each of which may be nil.
struct OptionalGroup: Equatable {
  var number: Int?
  var text: String?
  var ratio: Double?
  var isOn: Bool?

  /// - Parameter mask: A bit for each leaf that is there.
  init(_ seed: Int, mask: Int) {
    let group = LeafGroup(seed)
    number = mask & 1 == 0 ? nil : group.number
    text = mask & 2 == 0 ? nil : group.text
    ratio = mask & 4 == 0 ? nil : group.ratio
    isOn = mask & 8 == 0 ? nil : group.isOn
  }

  /// The number of leaves that are there.
  var presentCount: Int {
    (number == nil ? 0 : 1) + (text == nil ? 0 : 1) + (ratio == nil ? 0 : 1)
      + (isOn == nil ? 0 : 1)
  }

  func encode(to container: inout KeyedEncodingContainer<EnumKey>) throws {
    try container.encode(number, forKey: .number)
    try container.encode(text, forKey: .text)
    try container.encode(ratio, forKey: .ratio)
    try container.encode(isOn, forKey: .isOn)
  }

  func encodeIfPresent(to container: inout KeyedEncodingContainer<EnumKey>) throws {
    try container.encodeIfPresent(number, forKey: .number)
    try container.encodeIfPresent(text, forKey: .text)
    try container.encodeIfPresent(ratio, forKey: .ratio)
    try container.encodeIfPresent(isOn, forKey: .isOn)
  }

  init(decoding container: KeyedDecodingContainer<EnumKey>) throws {
    number = try container.decode(Int?.self, forKey: .number)
    text = try container.decode(String?.self, forKey: .text)
    ratio = try container.decode(Double?.self, forKey: .ratio)
    isOn = try container.decode(Bool?.self, forKey: .isOn)
  }

  init(decodingIfPresent container: KeyedDecodingContainer<EnumKey>) throws {
    number = try container.decodeIfPresent(Int.self, forKey: .number)
    text = try container.decodeIfPresent(String.self, forKey: .text)
    ratio = try container.decodeIfPresent(Double.self, forKey: .ratio)
    isOn = try container.decodeIfPresent(Bool.self, forKey: .isOn)
  }
}

extension OptionalGroup: FixedLayoutCodable {
  func write(to writer: inout FixedLayoutWriter) {
    number.write(to: &writer)
    text.write(to: &writer)
    ratio.write(to: &writer)
    isOn.write(to: &writer)
  }

  init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    number = try reader.value()
    text = try reader.value()
    ratio = try reader.value()
    isOn = try reader.value()
  }
}
