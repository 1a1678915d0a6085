extension ConformanceSuite {
  /// How many cases there are of each rule, and in each dimension of each kind: a line for a rule and for a dimension.
  public static var matrix: String {
    var lines = ["\(cases.count) cases"]
    lines.append("rule: " + counts(cases.map(\.rule)))
    for dimension in ConformanceDimension.allCases {
      let values = cases.compactMap { $0.coordinates[dimension] }
      lines.append("\(dimension.rawValue) (\(values.count) cases): " + counts(values))
    }
    return lines.joined(separator: "\n")
  }

  private static func counts(_ values: [String]) -> String {
    var order: [String] = []
    var counts: [String: Int] = [:]
    for value in values {
      if counts[value] == nil { order.append(value) }
      counts[value, default: 0] += 1
    }
    return order.map { "\($0) \(counts[$0] ?? 0)" }.joined(separator: ", ")
  }
}
