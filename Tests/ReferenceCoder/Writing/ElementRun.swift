/// Elements in a row that are written with one kind (Spec, sections 7 and 13).
struct ElementRun: Sendable {
  var kind: KindID
  var count: Int
  var hasNull = false

  /// Up to this index, a run of *record* or *any* takes in all runs before it; and so many elements are written as their place has them.
  static let rewriteLimit = 8
}

/// Splits elements into runs as they come.
struct RunSplitter {
  private(set) var runs: [ElementRun] = []
  private var index = 0

  mutating func addNull() {
    if runs.isEmpty { runs.append(ElementRun(kind: .undetermined, count: 0)) }
    runs[runs.count - 1].count += 1
    runs[runs.count - 1].hasNull = true
    index += 1
  }

  mutating func add(_ kind: KindID, _ kinds: inout KindTable) {
    if let last = runs.last, last.kind == kind {
      runs[runs.count - 1].count += 1
      index += 1
    } else {
      addOther(kind, &kinds)
    }
  }

  private mutating func addOther(_ kind: KindID, _ kinds: inout KindTable) {
    defer { index += 1 }
    guard let last = runs.last else {
      runs.append(ElementRun(kind: kind, count: 1))
      return
    }
    let refined = kinds.refine(last.kind, by: kind)
    if kinds.fits(refined, kind) {
      runs[runs.count - 1].kind = refined
      runs[runs.count - 1].count += 1
      return
    }
    var next = kinds.widened(last.kind, for: kind)
    if next == .anyRecord, runs.count < 2 + index / 16, kinds.code(last.kind) == .recordOfShape {
      next = kind
    } else if index <= ElementRun.rewriteLimit {
      let hasNull = runs.contains { $0.hasNull }
      runs = [ElementRun(kind: next, count: index + 1, hasNull: hasNull)]
      return
    }
    runs.append(ElementRun(kind: next, count: 1))
  }

  /// The runs, with nulls in their kinds.
  mutating func finish(_ kinds: inout KindTable) -> [ElementRun] {
    for index in runs.indices where runs[index].hasNull {
      runs[index].kind = kinds.nullable(runs[index].kind)
    }
    return runs
  }
}
