/// The shapes of a call by their first keys: a record is compared with the shapes of its type that begin with its first key, of records without a
/// type too, unless it is the first field of another (Spec, section 13, *Matching*).
struct ShapeBeginnings {
  private struct Beginning: Hashable {
    var type: Int
    var key: Int
  }

  private struct Shapes {
    /// The groups of shapes whose records were compared with each other.
    var groups: Set<UInt> = []
    /// True if a record was compared with all of them, which it was only if they are of one group.
    var hasRecordComparedWithAll = false
  }

  private var shapes: [Beginning: Shapes] = [:]

  /// True if records were compared with all shapes that they had to be compared with.
  var areCompared: Bool {
    shapes.values.allSatisfy { !$0.hasRecordComparedWithAll || $0.groups.count == 1 }
  }

  /// Adds a shape.
  ///
  /// - Parameters:
  ///   - type: The number of its type; -1 if it has none.
  ///   - key: The number of its first key; -1 if it has none.
  ///   - group: The shapes that were compared with it.
  ///   - isCompared: True if it was compared with those of its group that are there already, or is compared with no more.
  ///   - isPayload: True if its records were compared with none, or with one alone.
  /// - Returns: False if it had to be compared with another shape, and was not.
  mutating func add(_ type: Int, _ key: Int, group: UInt, isCompared: Bool, isPayload: Bool) -> Bool
  {
    var added = shapes[Beginning(type: type, key: key), default: Shapes()]
    if !added.groups.insert(group).inserted, !isCompared { return false }
    if !isPayload { added.hasRecordComparedWithAll = true }
    shapes[Beginning(type: type, key: key)] = added
    return true
  }
}
