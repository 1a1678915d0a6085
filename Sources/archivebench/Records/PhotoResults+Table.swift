import Foundation

extension PhotoResults {
  /// A row for each step, with the ratio of the better rival to the first contestant.
  func table() -> TextTable {
    let hasRivals = contestants.contains(where: \.isRival)
    var rows = work.steps.map { step in
      row(step.title, ratio: hasRivals) {
        time(step, $0)
      } text: {
        NumberText.time($0)
      }
    }
    for step in work.inserting where synchronizations[step.name] != nil {
      rows.append(
        row("syncs per commit: \(step.title)", ratio: false) {
          synchronizations[step.name]?[$0.name]
        } text: {
          String(format: "%.3f", $0)
        })
    }
    let sizes = [("as left", \Bytes.asLeft), ("compacted", \Bytes.compacted)]
    for (title, size) in sizes {
      rows.append(
        row("bytes a photo, \(title)", ratio: hasRivals) { contestant in
          bytes[contestant.name].map { Double($0[keyPath: size]) / Double(work.photos.count) }
        } text: {
          String(format: "%.0f", $0)
        })
    }
    return TextTable(head: [""] + contestants.map(\.name) + ["times better"], rows: rows)
  }

  private func row(
    _ title: String, ratio hasRatio: Bool, _ figure: (PhotoContestant) -> Double?,
    text: (Double) -> String
  ) -> [String] {
    let figures = contestants.map(figure)
    let best = zip(contestants, figures).filter { $0.0.isRival }.compactMap { $0.1 }.min()
    var ratio = ""
    if hasRatio, let best, let own = figures.first.flatMap({ $0 }) {
      ratio = NumberText.ratio(best / own)
    }
    return [title] + figures.map { $0.map(text) ?? "–" } + [ratio]
  }
}
