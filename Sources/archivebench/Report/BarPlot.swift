/// A plot of horizontal bars in groups, as an SVG document of its own.
///
/// The background is drawn, so that it is readable in light and in dark viewers.
struct BarPlot {
  /// One bar; its value lies within the scale.
  struct Bar {
    var name: String
    var value: Double
    var label: String
    /// A further value, drawn as a darker bar inside.
    var innerValue: Double?
  }

  struct Group {
    var name: String
    var bars: [Bar]
  }

  var title: String
  var scale: PlotScale
  /// The names of all bars, each of which has a colour.
  var names: [String]
  var groups: [Group]

  /// Where bars begin and end, in pixels.
  private let left = 250.0
  private let right = 830.0
  private let width = 900.0
  private let barHeight = 15.0
  private let groupGap = 34.0
  private let top = 64.0

  private static let colors = [
    "#8a8f98", "#c98a2b", "#2f6fde", "#7aa5ee", "#2e9e5b", "#c0442e", "#e08a78", "#9b6fc4",
    "#4aa8a0", "#b05a8f",
  ]

  /// The document.
  func svg() -> String {
    let bottom = groups.reduce(top) { $0 + groupGap + Double($1.bars.count) * barHeight }
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(Self.text(width)) "
        + "\(Self.text(bottom + 16))\" font-family=\"Helvetica, Arial, sans-serif\" "
        + "font-size=\"11\" fill=\"#1f2328\">",
      "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>",
      "<text x=\"20\" y=\"28\" font-size=\"16\" font-weight=\"bold\">\(Self.escaped(title))</text>",
    ]
    lines += grid(bottom: bottom)
    var y = top
    for group in groups {
      y += groupGap
      lines.append(
        "<text x=\"20\" y=\"\(Self.text(y - 7))\" font-size=\"13\" font-weight=\"bold\">"
          + "\(Self.escaped(group.name))</text>")
      for bar in group.bars {
        lines += draw(bar, y: y)
        y += barHeight
      }
    }
    return (lines + ["</svg>", ""]).joined(separator: "\n")
  }

  /// Vertical lines with what they stand for; the one that bars begin at is dark.
  private func grid(bottom: Double) -> [String] {
    scale.ticks.flatMap { tick in
      let x = Self.text(position(tick.value))
      let color = tick.value == scale.origin ? "#57606a" : "#d8dee4"
      return [
        "<line x1=\"\(x)\" y1=\"\(Self.text(top))\" x2=\"\(x)\" y2=\"\(Self.text(bottom + 4))\" "
          + "stroke=\"\(color)\"/>",
        "<text x=\"\(x)\" y=\"\(Self.text(top - 8))\" text-anchor=\"middle\" fill=\"#57606a\">"
          + "\(tick.label)</text>",
      ]
    }
  }

  private func draw(_ bar: Bar, y: Double) -> [String] {
    let base = Self.text(y + barHeight - 4)
    let color = Self.colors[(names.firstIndex(of: bar.name) ?? 0) % Self.colors.count]
    let outer = rectangle(bar.value, y: y, color, opacity: bar.innerValue == nil ? 1 : 0.45)
    let inner = bar.innerValue.map { [rectangle($0, y: y, color, opacity: 1)] } ?? []
    let end = [bar.value, bar.innerValue ?? scale.origin, scale.origin].map(position).max() ?? left
    return [
      "<text x=\"\(Self.text(left - 10))\" y=\"\(base)\" text-anchor=\"end\">"
        + "\(Self.escaped(bar.name))</text>",
      outer,
    ] + inner + [
      "<text x=\"\(Self.text(end + 5))\" y=\"\(base)\">\(Self.escaped(bar.label))</text>"
    ]
  }

  /// From where bars begin to a value, to either side.
  private func rectangle(_ value: Double, y: Double, _ color: String, opacity: Double) -> String {
    let (start, end) = (position(scale.origin), position(value))
    return "<rect x=\"\(Self.text(min(start, end)))\" y=\"\(Self.text(y + 2))\" "
      + "width=\"\(Self.text(abs(end - start)))\" height=\"\(Self.text(barHeight - 3))\" "
      + "fill=\"\(color)\" fill-opacity=\"\(opacity)\"/>"
  }

  private func position(_ value: Double) -> Double {
    left + (right - left) * scale.fraction(value)
  }

  /// A length to a tenth of a pixel.
  private static func text(_ length: Double) -> String { "\((length * 10).rounded() / 10)" }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
  }
}
