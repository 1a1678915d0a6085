import RecordStorageConformance
import Testing

@Suite("The matrix of cases")
struct MatrixTests {
  @Test("ids are distinct, and there are hundreds")
  func ids() {
    let ids = ConformanceSuite.cases.map(\.id)
    #expect(Set(ids).count == ids.count)
    #expect(ids.count > 2_000)
  }

  @Test("every rule of the Spec that a store can keep has cases")
  func rules() {
    // T7 needs a connection that is lost.
    let rules: Set = [
      "K1", "K2", "K3", "V1", "V2", "V3", "R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9",
      "W0", "W1", "W2", "W3", "W4", "T1", "T2", "T3", "T4", "T5", "T6", "S1", "S2", "S3", "S4",
    ]
    #expect(Set(ConformanceSuite.cases.map(\.rule)) == rules)
  }

  @Test("what cases of values choose occurs together, each with each")
  func pairs() {
    // What is looked at after reopening is plain, and in a transaction of its own.
    let values = ConformanceSuite.cases.filter {
      $0.id.hasPrefix("value/") && $0.coordinates[.reading] != "reopened"
    }
    let dimensions: [ConformanceDimension: Int] = [
      .operation: 3, .key: 3, .constraint: 4, .transaction: 3, .reading: 2,
    ]
    for (first, count) in dimensions {
      for (second, otherCount) in dimensions where first != second {
        let found = Set(values.map { [$0.coordinates[first], $0.coordinates[second]] })
        #expect(found.count == count * otherCount, "\(first) and \(second): \(found)")
      }
    }
  }

  @Test("the matrix is printed, and counts all cases")
  func printed() {
    let matrix = ConformanceSuite.matrix
    print(matrix.split(separator: "\n").map { $0.prefix(400) }.joined(separator: "\n"))
    #expect(matrix.hasPrefix("\(ConformanceSuite.cases.count) cases\n"))
    for dimension in ConformanceDimension.allCases {
      #expect(matrix.contains("\n\(dimension.rawValue) ("))
    }
  }
}
