/// `log`: the entries of a web server's log; short strings and small numbers.
package struct WebLog: Codable, Equatable, Sendable {
  package var entries: [Entry]

  enum CodingKeys: String, CodingKey {
    case entries = "logs"
  }
}

extension WebLog {
  /// One request.
  package struct Entry: Codable, Equatable, Sendable {
    package var address: Address
    package var identity: String
    package var userId: String
    package var date: String
    package var request: String
    package var code: UInt16
    package var size: UInt64

    enum CodingKeys: String, CodingKey {
      case address
      case identity
      case userId = "userid"
      case date
      case request
      case code
      case size
    }
  }

  /// An address of version 4 of the Internet Protocol.
  package struct Address: Codable, Equatable, Sendable {
    package var x0: UInt8
    package var x1: UInt8
    package var x2: UInt8
    package var x3: UInt8
  }
}
