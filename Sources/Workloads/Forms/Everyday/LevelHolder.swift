/// An object of one of the hierarchies of five classes.
protocol LeveledObject: AnyObject, Codable {
  /// The leaves of all levels; those of levels below are empty.
  var leaves: FormLeaves { get }
}

extension LevelClasses.First: LeveledObject {}
extension SuperLevelClasses.First: LeveledObject {}

/// A record that holds one object. The loop stores whether its class is the lowest, and its leaves.
protocol LevelHolder: FormValue {
  associatedtype Object: LeveledObject

  var object: Object { get }

  init(object: Object)

  static func object(isLowest: Bool, _ leaves: FormLeaves) -> Object
}

/// The key of a ``LevelHolder``.
enum HolderKey: CodingKey { case object }

extension LevelHolder {
  init(seed: Int) { self.init(object: Self.object(isLowest: true, FormLeaves(seed))) }

  var valueCount: Int { 2 }

  func encode(to encoder: any Encoder) throws {
    CallCount.note(encoder)
    var container = encoder.container(keyedBy: HolderKey.self)
    try container.encode(object, forKey: .object)
  }

  init(from decoder: any Decoder) throws {
    CallCount.note(decoder)
    self.init(
      object: try decoder.container(keyedBy: HolderKey.self).decode(Object.self, forKey: .object))
  }

  func isSame(as other: Self) -> Bool {
    type(of: object) == type(of: other.object) && object.leaves == other.object.leaves
  }

  func write(to writer: inout FixedLayoutWriter) {
    let leaves = object.leaves
    let isLowest = leaves.second.isOn
    isLowest.write(to: &writer)
    leaves.first.number.write(to: &writer)
    leaves.first.text.write(to: &writer)
    guard isLowest else { return }
    leaves.first.ratio.write(to: &writer)
    leaves.first.isOn.write(to: &writer)
    leaves.second.write(to: &writer)
  }

  init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    let isLowest = try Bool(from: &reader)
    var leaves = FormLeaves(first: .empty, second: .empty)
    leaves.first.number = try reader.value()
    leaves.first.text = try reader.value()
    if isLowest {
      leaves.first.ratio = try reader.value()
      leaves.first.isOn = try reader.value()
      leaves.second = try reader.value()
    }
    self.init(object: Self.object(isLowest: isLowest, leaves))
  }
}
