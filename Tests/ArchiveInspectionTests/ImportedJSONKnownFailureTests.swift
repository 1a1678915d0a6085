import ArchiveInspection
import Foundation
import KeyedArchives
import Testing
import Workloads

/// Types that JSONDecoder reads from a text, and the unarchiver does not read yet from the archive of that text. Each test fails once the unarchiver does.
@Suite struct ImportedJSONKnownFailureTests {
  private func expectAsJSON<Value: Codable & Equatable>(_ type: Value.Type, _ json: String) {
    withKnownIssue("\(json) as \(type)") {
      let expected = try JSONDecoder().decode(type, from: Data(json.utf8))
      let value = try ArchivedValue(json: Array(json.utf8))
      #expect(try KeyedUnarchiver().decode(type, from: value) == expected)
    }
  }

  @Test func `numbers and texts are read as JSONDecoder reads them`() {
    expectAsJSON([[Double]].self, "[[-65.613616999999977,43.420273000000009]]")
    expectAsJSON([UUID].self, #"["E621E1F8-C36C-495A-93FC-0C247A3E6E5F"]"#)
    expectAsJSON([Decimal].self, "[19.99]")
    expectAsJSON([Data].self, #"["AQID"]"#)
    expectAsJSON([Float].self, "[0.1]")
  }

  @Test(.enabled(if: Corpus.isThere, "the corpus is absent"))
  func `the map of Canada is read as JSONDecoder reads it`() throws {
    let expected = try #require(try Corpus.load(CanadaMap.self))
    let value = try ArchivedValue(
      json: Array(Data(contentsOf: Corpus.place(of: CanadaMap.self))))
    withKnownIssue {
      // `==` alone would print a document of megabytes.
      let read = try KeyedUnarchiver().decode(CanadaMap.self, from: value)
      #expect(Bool(read == expected))
    }
  }
}
