/// `canada.json`: the borders of Canada as GeoJSON; 111,126 floating-point numbers in arrays of two.
package struct CanadaMap: CorpusDocument {
  package static let fileName = "canada.json"

  package var type: String
  package var features: [Feature]
}

extension CanadaMap {
  /// A named area.
  package struct Feature: Codable, Equatable, Sendable {
    package var type: String
    package var properties: [String: String]
    package var geometry: Geometry
  }

  /// Rings of points, each a longitude and a latitude in degrees.
  package struct Geometry: Codable, Equatable, Sendable {
    package var type: String
    package var coordinates: [[[Double]]]
  }
}
