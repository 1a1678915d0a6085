extension TriangleMesh: GeneratedWorkload {
  package static let standardCount = 125_000

  package static func generated(count: Int) -> TriangleMesh {
    var random = PermutedGenerator()
    let count = random.number(in: count..<count + 1)
    return TriangleMesh(
      triangles: random.elements(count) {
        Triangle(v0: .random(&$0), v1: .random(&$0), v2: .random(&$0), normal: .random(&$0))
      })
  }
}

extension TriangleMesh.Vector {
  fileprivate static func random(_ random: inout PermutedGenerator) -> Self {
    TriangleMesh.Vector(x: random.fraction(), y: random.fraction(), z: random.fraction())
  }
}
