/// Records whose fields may be nil.
enum OptionalRecords {
  /// `encode(_:forKey:)` of optionals, half of which are nil.
  struct Null: OptionalRecord {
    var group: OptionalGroup
    init(group: OptionalGroup) { self.group = group }
    init(seed: Int) { group = OptionalGroup(seed, mask: seed &* 989) }
    var leafCount: Int { 4 }
  }

  /// A record of four optionals, of which one record in 64 alone has a nil.
  struct RarelyNull: OptionalRecord {
    var group: OptionalGroup
    init(group: OptionalGroup) { self.group = group }
    init(seed: Int) { group = OptionalGroup(seed, mask: seed % 64 == 32 ? 7 : 15) }
    var leafCount: Int { 4 }
  }

  /// `encodeIfPresent`, with another selection from record to record.
  struct Absent: OptionalRecord {
    var group: OptionalGroup
    init(group: OptionalGroup) { self.group = group }
    init(seed: Int) { group = OptionalGroup(seed, mask: seed &* 989 | 1) }
    var leafCount: Int { group.presentCount }
    static var isIfPresent: Bool { true }
  }
}

/// A record of four optionals.
protocol OptionalRecord: FormValue, Equatable {
  var group: OptionalGroup { get }
  init(group: OptionalGroup)
  static var isIfPresent: Bool { get }
}

extension OptionalRecord {
  static var isIfPresent: Bool { false }

  func encode(to encoder: any Encoder) throws {
    CallCount.note(encoder)
    var container = encoder.container(keyedBy: EnumKey.self)
    if Self.isIfPresent {
      try group.encodeIfPresent(to: &container)
    } else {
      try group.encode(to: &container)
    }
  }

  init(from decoder: any Decoder) throws {
    CallCount.note(decoder)
    let container = try decoder.container(keyedBy: EnumKey.self)
    self.init(
      group: Self.isIfPresent
        ? try OptionalGroup(decodingIfPresent: container)
        : try OptionalGroup(decoding: container))
  }

  func write(to writer: inout FixedLayoutWriter) { group.write(to: &writer) }

  init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    self.init(group: try reader.value())
  }
}
