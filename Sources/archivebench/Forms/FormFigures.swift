import Workloads

/// What coding takes in each form: the ways, the calls of user code, and a figure for each leaf.
struct FormFigures {
  /// Where the figures of a checkout are kept, seen from it.
  static let path = ".ci/form-figures.tsv"

  /// A figure for encoding and one for decoding.
  struct Both {
    var encode: Double
    var decode: Double
  }

  struct Row {
    var name: String
    var plain: CodingForm.Plain
    /// Nil for a form that fails.
    var ways: FormWays?
    var archive: Both?
    /// Nil for a form that JSON does not carry.
    var json: Both?
    var loop: Both?
  }

  /// `instructions` or `nanoseconds`.
  var unit: String
  /// The compiler and the kind of processor.
  var toolchain: String
  var rows: [Row]

  /// The row of a form.
  func row(of name: String) -> Row? { rows.first { $0.name == name } }
}
