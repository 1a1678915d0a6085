import Foundation

/// How values become lengths.
enum PlotScale {
  /// Decades from one power of ten to another; bars begin at 1.
  case logarithmic(ClosedRange<Int>)
  /// Shares from nothing to the largest one; bars begin at 0.
  case share(upTo: Double)

  /// Where bars begin.
  var origin: Double {
    switch self {
    case .logarithmic: 1
    case .share: 0
    }
  }

  /// How far along the scale a value lies, from 0 to 1.
  func fraction(_ value: Double) -> Double {
    switch self {
    case .logarithmic(let decades):
      (log10(value) - Double(decades.lowerBound)) / Double(decades.count - 1)
    case .share(let greatest): value / greatest
    }
  }

  /// The values that have a line, with what stands at it.
  var ticks: [(value: Double, label: String)] {
    switch self {
    case .logarithmic(let decades):
      decades.map { decade in
        let value = pow(10, Double(decade))
        return (value, decade < 0 ? "\(value)×" : "\(Int(value))×")
      }
    case .share(let greatest):
      stride(from: 0, through: greatest, by: 0.25).map { ($0, "\(Int($0 * 100)) %") }
    }
  }

  /// The decades that hold all values, and 1.
  static func logarithmic(holding values: [Double]) -> PlotScale {
    let decades = values.map(log10) + [0]
    let (least, greatest) = (decades.min() ?? 0, decades.max() ?? 0)
    return .logarithmic(Int(least.rounded(.down))...max(1, Int(greatest.rounded(.up))))
  }
}
