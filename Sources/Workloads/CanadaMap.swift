/// `canada.json`: the borders of Canada as GeoJSON; 111,126 floating-point numbers in arrays of two.
package struct CanadaMap: CorpusDocument {
  package static let fileName = "canada.json"

  var type: String
  var features: [Feature]
}

extension CanadaMap {
  /// A named area.
  struct Feature: Codable, Equatable, Sendable {
    var type: String
    var properties: [String: String]
    var geometry: Geometry
  }

  /// Rings of points, each a longitude and a latitude in degrees.
  struct Geometry: Codable, Equatable, Sendable {
    var type: String
    var coordinates: [[[Double]]]
  }
}
