/// `citm_catalog.json`: concerts, their performances and prices; many small records, dictionaries
/// by number, and arrays of integers.
package struct TicketCatalog: CorpusDocument {
  package static let fileName = "citm_catalog.json"

  var areaNames: [String: String]
  var audienceSubCategoryNames: [String: String]
  var blockNames: [String: String]
  var events: [String: Event]
  var performances: [Performance]
  var seatCategoryNames: [String: String]
  var subTopicNames: [String: String]
  var subjectNames: [String: String]
  var topicNames: [String: String]
  var topicSubTopics: [String: [UInt32]]
  var venueNames: [String: String]
}

extension TicketCatalog {
  /// What is performed.
  struct Event: Codable, Equatable, Sendable {
    var description: String?
    var id: UInt32
    var logo: String?
    var name: String
    var subTopicIds: [UInt32]
    var subjectCode: String?
    var subtitle: String?
    var topicIds: [UInt32]
  }

  /// One evening of an event.
  struct Performance: Codable, Equatable, Sendable {
    var eventId: UInt32
    var id: UInt32
    var logo: String?
    var name: String?
    var prices: [Price]
    var seatCategories: [SeatCategory]
    var seatMapImage: String?
    /// Milliseconds since 1970.
    var start: UInt64
    var venueCode: String
  }

  /// What a seat costs for one audience, in thousandths.
  struct Price: Codable, Equatable, Sendable {
    var amount: UInt32
    var audienceSubCategoryId: UInt32
    var seatCategoryId: UInt32
  }

  /// The areas in which seats of one category are.
  struct SeatCategory: Codable, Equatable, Sendable {
    var areas: [Area]
    var seatCategoryId: UInt32
  }

  /// A part of the hall.
  struct Area: Codable, Equatable, Sendable {
    var areaId: UInt32
    var blockIds: [UInt32]
  }
}
