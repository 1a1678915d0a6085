/// `citm_catalog.json`: concerts, their performances and prices; many small records, dictionaries
/// by number, and arrays of integers.
package struct TicketCatalog: CorpusDocument {
  package static let fileName = "citm_catalog.json"

  package var areaNames: [String: String]
  package var audienceSubCategoryNames: [String: String]
  package var blockNames: [String: String]
  package var events: [String: Event]
  package var performances: [Performance]
  package var seatCategoryNames: [String: String]
  package var subTopicNames: [String: String]
  package var subjectNames: [String: String]
  package var topicNames: [String: String]
  package var topicSubTopics: [String: [UInt32]]
  package var venueNames: [String: String]
}

extension TicketCatalog {
  /// What is performed.
  package struct Event: Codable, Equatable, Sendable {
    package var description: String?
    package var id: UInt32
    package var logo: String?
    package var name: String
    package var subTopicIds: [UInt32]
    package var subjectCode: String?
    package var subtitle: String?
    package var topicIds: [UInt32]
  }

  /// One evening of an event.
  package struct Performance: Codable, Equatable, Sendable {
    package var eventId: UInt32
    package var id: UInt32
    package var logo: String?
    package var name: String?
    package var prices: [Price]
    package var seatCategories: [SeatCategory]
    package var seatMapImage: String?
    /// Milliseconds since 1970.
    package var start: UInt64
    package var venueCode: String
  }

  /// What a seat costs for one audience, in thousandths.
  package struct Price: Codable, Equatable, Sendable {
    package var amount: UInt32
    package var audienceSubCategoryId: UInt32
    package var seatCategoryId: UInt32
  }

  /// The areas in which seats of one category are.
  package struct SeatCategory: Codable, Equatable, Sendable {
    package var areas: [Area]
    package var seatCategoryId: UInt32
  }

  /// A part of the hall.
  package struct Area: Codable, Equatable, Sendable {
    package var areaId: UInt32
    package var blockIds: [UInt32]
  }
}
