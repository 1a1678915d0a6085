import Foundation
import Workloads

/// Measures each form of `Codable` code: see ``FormFigures``.
struct FormsBench {
  static let usage = """
    usage: archivebench forms [--filter NAME] [--trace] [--counts FILE] [--write FOLDER]
      --filter NAME   only forms whose name contains NAME, and the plain records
      --trace         does each work once, for .ci/forms to count instructions
      --counts FILE   shows the instructions that were counted so; else nanoseconds are measured
      --write FOLDER  also writes FOLDER/\(FormFigures.path), and the chapter of FOLDER/BENCHMARKS.md
    """

  /// Leaves of the smaller of two values.
  private static let leafCount = 1_024
  private static let rounds = 5

  private var filter: String?
  private var isTrace = false
  private var counts: String?
  private var folder: String?

  init(_ arguments: some Sequence<String>) throws {
    var remaining = arguments.makeIterator()
    while let argument = remaining.next() {
      switch argument {
      case "--trace": isTrace = true
      case "--filter": filter = remaining.next()
      case "--counts": counts = remaining.next()
      case "--write": folder = remaining.next()
      default: throw UsageError(message: "unknown argument: \(argument)")
      }
    }
    if folder != nil, filter != nil || counts == nil {
      throw UsageError(message: "--write is for counts of all forms")
    }
  }

  func run() throws {
    if isTrace { return try trace() }
    let counts = try counts.map { try FormCounts(contentsOf: URL(filePath: $0)) }
    let rows = try forms.map { form in try row(of: form, counts) }
    let figures = FormFigures(
      unit: counts == nil ? "nanoseconds" : "instructions", toolchain: Machine.current.toolchain,
      rows: rows)
    print(figures.table().text)
    guard let folder = folder.map({ URL(filePath: $0, directoryHint: .isDirectory) }) else {
      return
    }
    try figures.write(to: folder)
    let page = folder.appending(path: "BENCHMARKS.md")
    // The file rounds the figures, and other commands write the chapter from the file.
    try (FormFigures.load(from: folder) ?? figures)
      .chapter(in: String(contentsOf: page, encoding: .utf8))
      .write(to: page, atomically: true, encoding: .utf8)
  }

  private var forms: [CodingForm] {
    let plain = Set(CodingForm.Plain.allCases.map(\.formName))
    return CodingForm.all.filter { form in
      filter.map { form.name.contains($0) || plain.contains(form.name) } ?? true
    }
  }

  /// The smaller of the two values that a slope is taken of, and that of twice as many records.
  private func subjects(of form: CodingForm) -> [FormSubject] {
    let sample = 64
    let count = Self.leafCount * sample / form.subject(count: sample).leafCount
    return [form.subject(count: count), form.subject(count: count * 2)]
  }

  private func row(of form: CodingForm, _ counts: FormCounts?) throws -> FormFigures.Row {
    var row = FormFigures.Row(name: form.name, plain: form.plain)
    let subjects = subjects(of: form)
    row.ways = try form.ways()
    let leafCounts = subjects.map { Double($0.leafCount) }
    func slope(_ figures: [Double]) -> Double {
      (figures[1] - figures[0]) / (leafCounts[1] - leafCounts[0])
    }
    for coder in FormCounts.Coder.allCases {
      let coders = subjects.compactMap { coder.of($0) }
      guard coders.count == 2, try bringsBack(coders, coder, form) else { continue }
      let encode: [Double]
      let decode: [Double]
      if let counts {
        encode = try counts.figures(form.name, coder, "encode")
        decode = try counts.figures(form.name, coder, "decode")
      } else {
        encode = try coders.map { try nanoseconds($0.encode) }
        decode = try coders.map { try nanoseconds($0.decode) }
      }
      row[keyPath: coder.figures] = FormFigures.Both(encode: slope(encode), decode: slope(decode))
    }
    return row
  }

  /// Tells whether a coder brings back the values of a form. JSON may not, and is left out there; the others have to.
  private func bringsBack(
    _ coders: [FormCoder], _ coder: FormCounts.Coder, _ form: CodingForm
  ) throws -> Bool {
    if coder == .json { return coders.allSatisfy { (try? $0.isRight()) ?? false } }
    guard try coders.allSatisfy({ try $0.isRight() }) else {
      throw UsageError(message: "\(form.name): \(coder.rawValue) does not bring the values back")
    }
    return true
  }

  private func nanoseconds(_ work: @escaping () throws -> Void) throws -> Double {
    var watch = try Stopwatch(warmingUp: work)
    for _ in 0..<Self.rounds { try watch.measure() }
    return watch.median
  }

  /// Does each work of each form once. A line for each is printed, in their order: the form, whether the value has twice the records (2) or not (1),
  /// the coder and the direction.
  private func trace() throws {
    for form in forms {
      let subjects = subjects(of: form)
      // An archiver whose direct way always fails tries that way at its 38th call and then at its 55th (`Attempts`). The counted calls are
      // the 44th and the 45th.
      for _ in 0..<40 { try? subjects[0].archive.encode() }
      for (index, subject) in subjects.enumerated() {
        for coder in FormCounts.Coder.allCases {
          // Making a coder encoded once, and this decodes once.
          guard let work = coder.of(subject), try bringsBack([work], coder, form) else { continue }
          for (direction, work) in [("encode", work.encode), ("decode", work.decode)] {
            try InstructionTrace.trace(work)
            print(form.name, index + 1, coder.rawValue, direction, separator: "\t")
          }
        }
      }
    }
  }
}
