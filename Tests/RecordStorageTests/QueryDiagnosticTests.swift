import TestSupport
import Testing

/// A query with a mistake in it: the compiler reports the mistake where it is.
@Suite struct QueryDiagnosticTests {
  private func firstError(_ call: String) throws -> String? {
    try CompilerVerdict.firstError(
      """
      import RecordStorage
      import Foundation
      struct Photo: Codable, Sendable { var title: String; var taken: Date }
      func query(_ photos: RecordSet<Photo, String>, _ day: Date) throws {
        _ = try \(call)
      }
      """)
  }

  @Test func `a query without a mistake compiles`() throws {
    for call in [
      #"photos.fetch(key: "p1")"#, "photos.fetch()", "photos.fetch(where: .all(limit: 3))",
      #"photos.fetch(where: .property(\.title, equals: "sea"))"#,
      #"photos.fetch(where: .property(\.taken, from: day, upTo: day))"#,
      #"photos.count(where: .property(\.title, hasPrefix: "s"))"#,
    ] {
      #expect(try firstError(call) == nil, "\(call)")
    }
  }

  @Test(arguments: ["fetch", "count", "results"])
  func `a wrong key path is reported at the key path`(name: String) throws {
    for query in [
      #".property(\.titel, equals: "sea")"#, #".property(\.titel, from: "a", upTo: "b")"#,
      #".property(\.titel, through: "a")"#, #".property(\.titel, hasPrefix: "a")"#,
      #".ordered(by: \.titel)"#,
    ] {
      #expect(
        try firstError("photos.\(name)(where: \(query))")
          == "value of type 'Photo' has no member 'titel'", "\(query)")
    }
  }

  @Test func `a value of another type is reported at the value`() throws {
    #expect(
      try firstError(#"photos.fetch(where: .property(\.taken, from: "a", upTo: "b"))"#)
        == "cannot convert value of type 'String' to expected argument type 'Date'")
    #expect(
      try firstError("photos.fetch(key: 5)")
        == "cannot convert value of type 'Int' to expected argument type 'String'")
  }
}
