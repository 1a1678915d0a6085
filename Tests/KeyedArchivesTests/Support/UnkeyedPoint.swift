/// Two numbers, as a point of Core Graphics writes itself.
struct UnkeyedPoint: Codable, Equatable {
  var (x, y): (Double, Double)

  init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(x)
    try container.encode(y)
  }

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    x = try container.decode(Double.self)
    y = try container.decode(Double.self)
  }
}
