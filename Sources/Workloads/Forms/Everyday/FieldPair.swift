/// A record with two fields of one type: `from` and `to`.
protocol FieldPair: FormValue, Equatable {
  associatedtype Field: Codable & Equatable

  var from: Field { get }
  var to: Field { get }

  init(from: Field, to: Field)

  /// The field of a number.
  static func field(_ seed: Int) -> Field
  static func write(_ field: Field, to writer: inout FixedLayoutWriter)
  static func field(from reader: inout FixedLayoutReader) throws(FixedLayoutError) -> Field
}

/// The keys of a ``FieldPair``.
enum PairKey: CodingKey { case from, to }

extension FieldPair {
  init(seed: Int) { self.init(from: Self.field(seed * 2), to: Self.field(seed * 2 + 1)) }

  func encode(to encoder: any Encoder) throws {
    CallCount.note(encoder)
    var container = encoder.container(keyedBy: PairKey.self)
    try container.encode(from, forKey: .from)
    try container.encode(to, forKey: .to)
  }

  init(from decoder: any Decoder) throws {
    CallCount.note(decoder)
    let container = try decoder.container(keyedBy: PairKey.self)
    let from = try container.decode(Field.self, forKey: .from)
    self.init(from: from, to: try container.decode(Field.self, forKey: .to))
  }

  func write(to writer: inout FixedLayoutWriter) {
    Self.write(from, to: &writer)
    Self.write(to, to: &writer)
  }

  init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    let from = try Self.field(from: &reader)
    self.init(from: from, to: try Self.field(from: &reader))
  }

  var leafCount: Int { 2 }
}

/// A field that the fixed layout has.
extension FieldPair where Field: FixedLayoutCodable {
  static func write(_ field: Field, to writer: inout FixedLayoutWriter) {
    field.write(to: &writer)
  }

  static func field(from reader: inout FixedLayoutReader) throws(FixedLayoutError) -> Field {
    try reader.value()
  }
}
