/// An open container of the writer.
struct WriteFrame {
  enum Role {
    /// The fields of a record of `shape`, up to cell `end`.
    case fields
    /// `remaining` elements of `kind`, then the runs from `nextRun` on.
    case elements
    /// The values of a map whose keys are written: map cell, value kind, whether it is regular.
    case values(map: Int, kind: KindID, isRegular: Bool)
  }

  var role: Role
  /// The role of the elements, for a reader that begins at a block.
  var elementRole = BlockState.ElementRole.array
  /// The objects whose body this is, the outermost first.
  var objects: [Int] = []
  /// The shape of a record, and the offset of its state bits in the writer's bytes.
  var shape = 0
  var bits = 0
  /// A Boolean value indicating whether an element of the run was written.
  var isInRun = false
  /// The next child cell.
  var next = 0
  var end = 0
  /// The next field, in the writer's row of all fields.
  var field = 0
  var kind = KindID.undetermined
  var skipsNulls = false
  var remaining = 0
  var nextRun = -1
  var runs: [ElementRun] = []

  /// A Boolean value indicating whether a reader can begin inside of the container.
  var allowsCuts: Bool {
    switch role {
    case .fields: true
    case .elements: !skipsNulls && elementRole != .keys
    case .values: false
    }
  }
}
