import Workloads

/// The cost of coding in each form: the ways, the calls of user code, and a figure for each leaf.
struct FormFigures {
  /// The path of the file that keeps the figures, relative to its checkout.
  static let path = ".ci/form-figures.tsv"

  /// A figure for encoding and one for decoding.
  struct Both {
    var encode: Double
    var decode: Double
  }

  struct Row {
    var name: String
    var plain: CodingForm.Plain
    /// The ways of the form; nil for a form that fails.
    var ways: FormWays?
    var archive: Both?
    /// The figures of JSON; nil for a form that JSON does not carry.
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
