import Foundation
import TestTraits
import Testing
import Workloads

/// Each form of `Codable` code comes back, and takes the way that the table of forms says.
@Suite(.serialized) struct CodingFormTests {
  /// Enough values for the forms with one odd value in 64.
  private static let valueCount = 64

  /// The lines of the table, which `make forms` writes.
  private static let lines: [[String]] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: ".ci/form-figures.tsv")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
  }()
  /// The lines without their figures, by the names of the forms.
  private static let table = Dictionary(lines.map { ($0[0], Array($0[1..<6])) }) { first, _ in first
  }

  @Test func `the table has each form once`() {
    let names = CodingForm.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(Set(names) == Set(Self.table.keys))
    #expect(Self.lines.count == names.count)
  }

  @Test(arguments: CodingForm.all.map(\.name)) func `values of a form come back`(
    name: String
  ) throws {
    let subject = try #require(Self.subject(name))
    #expect(try subject.archive.isRight())
    // JSON brings back the same values.
    if let json = subject.json { #expect(try json.isRight()) }
    #expect(try subject.loop.isRight())
  }

  /// A process of its own runs the coders: the note that values went through lists is one for all threads, and the
  /// values of other tests go through lists too.
  @Test(.differential) func `each form takes the way of its row`() async {
    await #expect(processExitsWith: .success) {
      for form in CodingForm.all {
        #expect(CodingFormTests.row(of: form) == CodingFormTests.table[form.name], "\(form.name)")
      }
    }
  }

  private static func row(of form: CodingForm) -> [String] {
    guard let ways = try? form.ways() else {
      return [form.plain.rawValue, "fails", "fails", "", ""]
    }
    return [form.plain.rawValue, ways.encodeWay, ways.decodeWay]
      + [ways.encodeCalls, ways.decodeCalls].map { $0.map { "\($0)" } ?? "" }
  }

  private static func subject(_ name: String) -> FormSubject? {
    CodingForm.all.first { $0.name == name }?.subject(count: valueCount)
  }
}
