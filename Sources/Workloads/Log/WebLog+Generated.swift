extension WebLog: GeneratedWorkload {
  package static let standardCount = 10_000

  package static func generated(count: Int) -> WebLog {
    var random = PermutedGenerator()
    let count = random.number(in: count..<count + 1)
    return WebLog(entries: random.elements(count) { Entry.random(&$0) })
  }
}

extension WebLog.Entry {
  /// The date and the request are drawn before the address.
  fileprivate static func random(_ random: inout PermutedGenerator) -> Self {
    let date = date(&random)
    let method = random.element(of: methods)
    let route = random.element(of: routes)
    let version = random.element(of: versions)
    return WebLog.Entry(
      address: WebLog.Address(
        x0: random.number(), x1: random.number(), x2: random.number(), x3: random.number()),
      identity: "-", userId: random.element(of: users), date: date,
      request: "\(method) \(route) \(version)", code: random.element(of: codes),
      size: UInt64(random.number(in: 0..<100_000_000 as Range<Int>)))
  }

  private static func date(_ random: inout PermutedGenerator) -> String {
    let day = random.number(in: 1..<29 as Range<Int32>)
    let month = random.element(of: months)
    let year = random.number(in: 1970..<2022 as Range<Int32>)
    let hour = random.number(in: 0..<24 as Range<Int32>)
    let minute = random.number(in: 0..<60 as Range<Int32>)
    let second = random.number(in: 0..<60 as Range<Int32>)
    let zone = random.element(of: timeZones)
    return "\(day)/\(month)/\(year):\(hour):\(minute):\(second) \(zone)"
  }

  private static let users = [
    "-", "alice", "bob", "carmen", "david", "eric", "frank", "george", "harry",
  ]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  private static let timeZones = [
    "-1200", "-1100", "-1000", "-0900", "-0800", "-0700", "-0600", "-0500", "-0400", "-0300",
    "-0200", "-0100", "+0000", "+0100", "+0200", "+0300", "+0400", "+0500", "+0600", "+0700",
    "+0800", "+0900", "+1000", "+1100", "+1200",
  ]
  private static let codes: [UInt16] = [
    100, 101, 102, 103, 200, 201, 202, 203, 204, 205, 206, 207, 208, 226, 300, 301, 302, 303, 304,
    305, 306, 307, 308, 400, 401, 402, 403, 404, 405, 406, 407, 408, 409, 410, 411, 412, 413, 414,
    415, 416, 417, 418, 421, 422, 423, 424, 425, 426, 428, 429, 431, 451, 500, 501, 502, 503, 504,
    505, 506, 507, 508, 510, 511,
  ]
  private static let methods = ["GET", "POST", "PUT", "UPDATE", "DELETE"]
  private static let routes = [
    "/favicon.ico", "/css/index.css", "/css/font-awsome.min.css", "/img/logo-full.svg",
    "/img/splash.jpg", "/api/login", "/api/logout",
  ]
  private static let versions = ["HTTP/1.0", "HTTP/1.1", "HTTP/2", "HTTP/3"]
}
