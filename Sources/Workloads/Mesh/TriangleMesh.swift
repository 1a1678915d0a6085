/// `mesh`: the triangles of a surface; records of records of numbers, and nothing else.
package struct TriangleMesh: Codable, Equatable, Sendable {
  package var triangles: [Triangle]
}

extension TriangleMesh {
  /// Three corners, and the direction that the triangle faces.
  package struct Triangle: Codable, Equatable, Sendable {
    package var v0: Vector
    package var v1: Vector
    package var v2: Vector
    package var normal: Vector
  }

  /// A place or a direction in space.
  package struct Vector: Codable, Equatable, Sendable {
    package var x: Float
    package var y: Float
    package var z: Float
  }
}
