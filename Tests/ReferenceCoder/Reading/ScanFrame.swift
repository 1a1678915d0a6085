/// An open container of the scanner.
struct ScanFrame {
  enum Role {
    /// The fields of a record of `shape`, its state bits at `bits`.
    case record
    /// `left` elements of `kind`, then runs until `remaining` more were read.
    case elements
    /// A map: `field` counts the columns begun.
    case map
    case object
    case typed
    case `extension`
  }

  /// The value that an object, typed value or extension still has to read inside: none, one of a known kind, or a
  /// tagged one.
  enum Due { case nothing, kind, tagged }

  var role: Role
  var due = Due.nothing
  var cell = 0
  var shape = 0
  var field = 0
  var bit = 0
  var bits = 0
  var kind = KindID.undetermined
  var valueKind = KindID.undetermined
  var left = 0
  var remaining = 0
  var done = 0
  /// Null bits of a nullable run, or −1.
  var nullBits = -1
  var runIndex = 0
  var irregularity = 0
  var end = 0
  /// The offset in the content of the byte count of an extension, or of the header of a map.
  var place = 0

  init(_ role: Role) { self.role = role }
}
