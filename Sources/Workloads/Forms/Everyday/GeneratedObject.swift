internal import KeyedArchives

/// A class of eight leaves with the code that `@Archivable` writes.
final class GeneratedObject: FormValue {
  let number: Int
  let text: String
  let ratio: Double
  let isOn: Bool
  let otherNumber: Int
  let otherText: String
  let otherRatio: Double
  let otherIsOn: Bool

  private init(_ leaves: FormLeaves) {
    let (first, second) = (leaves.first, leaves.second)
    (number, text, ratio, isOn) = (first.number, first.text, first.ratio, first.isOn)
    (otherNumber, otherText) = (second.number, second.text)
    (otherRatio, otherIsOn) = (second.ratio, second.isOn)
  }

  convenience init(seed: Int) { self.init(FormLeaves(seed)) }

  private var leaves: FormLeaves {
    var leaves = FormLeaves(first: .empty, second: .empty)
    (leaves.first.number, leaves.first.text) = (number, text)
    (leaves.first.ratio, leaves.first.isOn) = (ratio, isOn)
    (leaves.second.number, leaves.second.text) = (otherNumber, otherText)
    (leaves.second.ratio, leaves.second.isOn) = (otherRatio, otherIsOn)
    return leaves
  }

  func isSame(as other: GeneratedObject) -> Bool { leaves == other.leaves }

  func encode(to encoder: any Encoder) throws {
    CallCount.note(encoder)
    try KeyedCalls<EnumKey>.InOrder.encode(leaves, to: encoder)
  }

  convenience init(from decoder: any Decoder) throws {
    CallCount.note(decoder)
    self.init(try KeyedCalls<EnumKey>.InOrder.content(from: decoder))
  }

  func write(to writer: inout FixedLayoutWriter) { leaves.write(to: &writer) }

  convenience init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    self.init(try reader.value() as FormLeaves)
  }

  private init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    number = try reader.take(Int.self, &bits, at: places[0])
    text = try reader.take(String.self, &bits, at: places[1])
    ratio = try reader.take(Double.self, &bits, at: places[2])
    isOn = try reader.take(Bool.self, &bits, at: places[3])
    otherNumber = try reader.take(Int.self, &bits, at: places[4])
    otherText = try reader.take(String.self, &bits, at: places[5])
    otherRatio = try reader.take(Double.self, &bits, at: places[6])
    otherIsOn = try reader.take(Bool.self, &bits, at: places[7])
  }

  private init(from reader: inout ArchiveReader, inOrderOf fields: ArchivedFieldOrder) throws {
    var (order, bits) = (fields, try reader.takeBits(at: fields.places))
    var number = ArchivedFieldResult(Int.self)
    var text = ArchivedFieldResult(String.self)
    var ratio = ArchivedFieldResult(Double.self)
    var isOn = ArchivedFieldResult(Bool.self)
    var otherNumber = ArchivedFieldResult(Int.self)
    var otherText = ArchivedFieldResult(String.self)
    var otherRatio = ArchivedFieldResult(Double.self)
    var otherIsOn = ArchivedFieldResult(Bool.self)
    while let index = try reader.takeField(&order, &bits) {
      switch index {
      case 0: number.value = try reader.take(Int.self, &bits, at: order.place)
      case 1: text.value = try reader.take(String.self, &bits, at: order.place)
      case 2: ratio.value = try reader.take(Double.self, &bits, at: order.place)
      case 3: isOn.value = try reader.take(Bool.self, &bits, at: order.place)
      case 4: otherNumber.value = try reader.take(Int.self, &bits, at: order.place)
      case 5: otherText.value = try reader.take(String.self, &bits, at: order.place)
      case 6: otherRatio.value = try reader.take(Double.self, &bits, at: order.place)
      case 7: otherIsOn.value = try reader.take(Bool.self, &bits, at: order.place)
      default: throw reader.unforeseenValue
      }
    }
    self.number = try number.required()
    self.text = try text.required()
    self.ratio = try ratio.required()
    self.isOn = try isOn.required()
    self.otherNumber = try otherNumber.required()
    self.otherText = try otherText.required()
    self.otherRatio = try otherRatio.required()
    self.otherIsOn = try otherIsOn.required()
  }
}

extension GeneratedObject: ArchivableObject {
  static var archivedClass: AnyClass { GeneratedObject.self }

  static func describeFields(_ fields: inout ArchiveFields) {
    fields.readInAnyOrder()
    fields.add("number", \GeneratedObject.number)
    fields.add("text", \GeneratedObject.text)
    fields.add("ratio", \GeneratedObject.ratio)
    fields.add("isOn", \GeneratedObject.isOn)
    fields.add("otherNumber", \GeneratedObject.otherNumber)
    fields.add("otherText", \GeneratedObject.otherText)
    fields.add("otherRatio", \GeneratedObject.otherRatio)
    fields.add("otherIsOn", \GeneratedObject.otherIsOn)
  }

  func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(number)
    bits.add(text)
    bits.add(ratio)
    bits.add(isOn)
    bits.add(otherNumber)
    bits.add(otherText)
    bits.add(otherRatio)
    bits.add(otherIsOn)
    writer.put(bits)
    writer.put(number, at: places[0])
    writer.put(text, at: places[1])
    writer.put(ratio, at: places[2])
    writer.put(isOn, at: places[3])
    writer.put(otherNumber, at: places[4])
    writer.put(otherText, at: places[5])
    writer.put(otherRatio, at: places[6])
    writer.put(otherIsOn, at: places[7])
  }

  static func readObject(
    from reader: inout ArchiveReader, at places: ArchivedPlaces
  ) throws -> AnyObject { try GeneratedObject(from: &reader, at: places) }

  static func readObject(
    from reader: inout ArchiveReader, inOrderOf fields: ArchivedFieldOrder
  ) throws -> AnyObject { try GeneratedObject(from: &reader, inOrderOf: fields) }
}
