import Foundation
import StorageTransforms
import TestSupport
import Testing

/// Dates as text.
@Suite struct DateTransformTests {
  private let iso = ISO8601Transform()
  private let mail = RFC2822Transform()

  @Test(arguments: [
    (0.0, "2001-01-01T00:00:00Z"), (0.125, "2001-01-01T00:00:00.125Z"),
    (-0.125, "2000-12-31T23:59:59.875Z"), (817_016_264, "2026-11-22T04:57:44Z"),
    (-63_113_904_000, "0001-01-01T00:00:00Z"), (-31_622_400, "2000-01-01T00:00:00Z"),
    (5_097_600, "2001-03-01T00:00:00Z"), (-26_438_401, "2000-02-29T23:59:59Z"),
    (252_423_993_599, "9999-12-31T23:59:59Z"), (-63_145_526_400, "0000-01-01T00:00:00Z"),
    (0.1, "2001-01-01T00:00:00.1Z"), (1e-7, "2001-01-01T00:00:00.0000001Z"),
  ])
  func `ISO 8601 text has every digit of a date`(interval: Double, text: String) throws {
    let date = Date(timeIntervalSinceReferenceDate: interval)
    #expect(try iso.store(date) == text)
    #expect(try iso.restore(text) == date)
  }

  @Test func `other spellings of ISO 8601 are read`() throws {
    let date = Date(timeIntervalSinceReferenceDate: 0.5)
    for text in [
      "2001-01-01T00:00:00.500Z", "2001-01-01t00:00:00,5z", "2001-01-01T01:00:00.5+01:00",
      "2000-12-31T18:30:00.5-0530", "2001-01-01T02:00:00.5+02",
    ] {
      #expect(try iso.restore(text) == date, "\(text)")
    }
  }

  @Test(arguments: [
    ("", 0), ("2001", 4), ("2001-01-01", 10), ("2001-01-01T00:00Z", 16), ("2001-1-01T00:00:00Z", 6),
    ("2001-02-29T00:00:00Z", 0), ("1900-02-29T00:00:00Z", 0), ("2001-13-01T00:00:00Z", 0),
    ("2001-00-01T00:00:00Z", 0), ("2001-04-31T00:00:00Z", 0), ("2001-01-01T24:00:00Z", 0),
    ("2001-01-01T00:00:60Z", 0), ("2001-01-01T00:00:00", 19), ("2001-01-01T00:00:00.Z", 20),
    ("2001-01-01T00:00:00Z ", 20), ("2001-01-01T00:00:00+24:00", 22), ("2001-01-01T00:00:00+1", 21),
    ("٢٠٠١-01-01T00:00:00Z", 0), ("+2001-01-01T00:00:00Z", 0),
  ])
  func `what is no date is an error with its place`(text: String, offset: Int) {
    let error = #expect(throws: TransformError.self) { try iso.restore(text) }
    #expect(error?.code == .unreadable)
    #expect(error?.byteOffset == offset)
  }

  @Test func `dates that the text cannot hold are errors`() {
    for interval in [.infinity, -.infinity, .nan, 1e13, 252_423_993_600, -63_145_526_401] {
      let date = Date(timeIntervalSinceReferenceDate: interval)
      let error = #expect(throws: TransformError.self) { try iso.store(date) }
      #expect(error?.code == .notStorable)
      #expect(throws: TransformError.self) { try mail.store(date) }
    }
  }

  @Test func `random dates come back as they were`() throws {
    var generator = SeededGenerator(seed: 21)
    for _ in 0..<20_000 {
      let interval =
        switch UInt8.random(in: 0..<4, using: &generator) {
        case 0: Double.random(in: -63_145_526_400..<252_423_993_600, using: &generator)
        case 1: Double.random(in: -2..<2, using: &generator)
        case 2: Double.random(in: -1e-6..<1e-6, using: &generator)
        default: Double(Int.random(in: -63_145_526_400..<252_423_993_600, using: &generator))
        }
      let date = Date(timeIntervalSinceReferenceDate: interval)
      let text = try iso.store(date)
      #expect(try iso.restore(text).timeIntervalSinceReferenceDate == interval, "\(text)")
      if interval > -3_187_209_600 {
        let whole = Date(timeIntervalSinceReferenceDate: interval.rounded(.down))
        #expect(try mail.restore(mail.store(whole)) == whole)
      }
    }
    // Numbers that have no digits in common with whole seconds.
    for interval in [
      Double.leastNonzeroMagnitude, -.leastNonzeroMagnitude, Double.leastNormalMagnitude, -1e-20,
      0x1p-60,
    ] {
      let date = Date(timeIntervalSinceReferenceDate: interval)
      #expect(try iso.restore(iso.store(date)) == date)
    }
  }

  /// Foundation counts days in another way.
  @Test func `days are those of Foundation's calendar`() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "GMT"))
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<500 {
      // From 1600 on, since Foundation's calendar is the Julian one before 1582.
      let seconds = Int.random(in: -12_622_780_800..<252_423_993_600, using: &generator)
      let date = Date(timeIntervalSinceReferenceDate: Double(seconds))
      let parts = calendar.dateComponents(
        [.year, .month, .day, .hour, .minute, .second, .weekday], from: date)
      let text = try iso.store(date)
      let numbers = text.dropLast().split(whereSeparator: { "-T:".contains($0) }).compactMap {
        Int($0)
      }
      #expect(
        numbers == [parts.year, parts.month, parts.day, parts.hour, parts.minute, parts.second])
      guard seconds > -3_187_209_600 else { continue }
      let weekday = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][(parts.weekday ?? 0) - 1]
      #expect(try mail.store(date).hasPrefix(weekday))
    }
  }

  @Test func `RFC 2822 text is that of mail`() throws {
    let date = Date(timeIntervalSinceReferenceDate: 817_016_264)
    #expect(try mail.store(date) == "Sun, 22 Nov 2026 04:57:44 +0000")
    for text in [
      "22 Nov 2026 04:57:44 GMT", "sun, 22 NOV 2026 05:57:44 +0100", "Sun , 22 Nov 26 04:57:44 Z",
      "Sun, 22 Nov 2026\r\n 04:57:44 +0000 (a comment (in (another)) \\) )",
      "(c)Sun(c),(c)22(c)Nov(c)2026(c)04(c):(c)57:44(c)UT", "21 Nov 2026 23:57:44 EST",
      "22 Nov 126 04:57:44 XYZ",
    ] {
      #expect(try mail.restore(text) == date, "\(text)")
    }
    #expect(try mail.restore("22 Nov 2026 04:57 -0000") == date - 44)
    #expect(try mail.restore("1 Jan 70 00:00 GMT") == Date(timeIntervalSince1970: 0))
    for text in [
      "", "Mon, 22 Nov 2026 04:57:44 +0000", "31 Feb 2026 04:57:44 +0000", "22 Nov 2026 04:57:44",
      "22 Nov 2026 04:57:44 +000", "22 Nov 2026 24:00:00 +0000", "22 Nov 2026 04:57:44 +0060",
      "22 Nov 2026 04:57:44 +0000 (", "22 Nov 20261 04:57:44 +0000", "Xyz, 22 Nov 2026 04:57:44 Z",
      "22 Nov 2026 04:57:44 +0000 x", "Sun 22 Nov 2026 04:57:44 Z",
      String(repeating: "(", count: 100_000),
    ] {
      let error = #expect(throws: TransformError.self) { try mail.restore(text) }
      #expect(error?.code == .unreadable)
    }
    let half = Date(timeIntervalSinceReferenceDate: 0.5)
    let error = #expect(throws: TransformError.self) { try mail.store(half) }
    #expect(error?.code == .notStorable)
    #expect(
      try RFC2822Transform(fractions: .dropped).store(half) == "Mon, 01 Jan 2001 00:00:00 +0000")
    #expect(throws: TransformError.self) {
      try mail.store(Date(timeIntervalSinceReferenceDate: -3_187_296_001))
    }
  }

  @Test(arguments: [
    (0.0, 9, "2001-01-01T00:00:00.000000000Z"), (0.5, 1, "2001-01-01T00:00:00.5Z"),
    (-0.25, 2, "2000-12-31T23:59:59.75Z"), (7, 0, "2001-01-01T00:00:07Z"),
    (0.123456789, 9, "2001-01-01T00:00:00.123456789Z"),
  ])
  func `sortable text has one number of digits`(
    interval: Double, digits: Int, text: String
  ) throws {
    let transform = ISO8601Transform.sortable(fractionDigits: digits)
    let date = Date(timeIntervalSinceReferenceDate: interval)
    #expect(try transform.store(date) == text && transform.restore(text) == date)
    #expect(transform.form.description == "iso8601.sortable.\(digits)")
  }

  @Test func `sortable text sorts as the dates do, also half a second`() throws {
    let transform = ISO8601Transform.sortable(fractionDigits: 9)
    let dates = [-1, -0.5, 0, 0.5, 1, 1.25].map { Date(timeIntervalSinceReferenceDate: $0) }
    let texts = try dates.map(transform.store)
    #expect(texts == texts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
  }

  @Test func `more digits than are stored are refused, or rounded`() throws {
    let date = Date(timeIntervalSinceReferenceDate: 0.9996)
    let exact = ISO8601Transform.sortable(fractionDigits: 3)
    let error = #expect(throws: TransformError.self) { try exact.store(date) }
    #expect(error?.code == .notStorable && error?.message.contains("4 digits") == true)
    let rounding = ISO8601Transform.sortable(fractionDigits: 3, isRounded: true)
    #expect(try rounding.store(date) == "2001-01-01T00:00:01.000Z")
    #expect(try rounding.store(date - 0.0003) == "2001-01-01T00:00:00.999Z")
    #expect(
      try rounding.store(Date(timeIntervalSinceReferenceDate: -0.0004))
        == "2001-01-01T00:00:00.000Z")
    for text in [
      "2001-01-01T00:00:01Z", "2001-01-01T00:00:01.00Z", "2001-01-01t00:00:01.000Z",
      "2001-01-01T01:00:01.000+01:00",
    ] {
      #expect(throws: TransformError.self) { try exact.restore(text) }
    }
  }

  @Test func `what was rounded is stored as the same text again`() throws {
    var generator = SystemRandomNumberGenerator()
    let transform = ISO8601Transform.sortable(fractionDigits: 6, isRounded: true)
    for _ in 0..<2_000 {
      let date = Date(timeIntervalSinceReferenceDate: .random(in: -1e9...1e9, using: &generator))
      let text = try transform.store(date)
      let again = try transform.restore(text)
      #expect(try transform.store(again) == text, "\(date.timeIntervalSinceReferenceDate)")
    }
  }
}
