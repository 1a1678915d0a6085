/// Four leaves: a number, a text, a ratio and a Boolean.
struct LeafGroup: Equatable {
  var number: Int
  var text: String
  var ratio: Double
  var isOn: Bool

  /// The group of the record with the number `seed`. All its leaves differ from those of ``empty``.
  init(_ seed: Int) {
    number = seed * 7 + 1
    text = "text \(seed)"
    ratio = Double(seed) + 0.25
    isOn = true
  }

  private init() { (number, text, ratio, isOn) = (0, "", 0, false) }

  /// The leaves that forms with conditional fields leave out.
  static let empty = LeafGroup()

  /// The number of leaves that differ from those of ``empty``.
  var presentCount: Int {
    (number == 0 ? 0 : 1) + (text.isEmpty ? 0 : 1) + (ratio == 0 ? 0 : 1) + (isOn ? 1 : 0)
  }
}

extension LeafGroup: FixedLayoutCodable {
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
