/// `twitter.json`: one page of a search; large records with many strings, most of them short, and
/// many optional fields. Fields that are null in the whole document are left out.
package struct TwitterSearch: CorpusDocument {
  package static let fileName = "twitter.json"

  package var statuses: [Status]
  package var searchMetadata: SearchMetadata

  enum CodingKeys: String, CodingKey {
    case statuses
    case searchMetadata = "search_metadata"
  }
}

extension TwitterSearch {
  /// What was searched for, and how to go on.
  package struct SearchMetadata: Codable, Equatable, Sendable {
    package var completedIn: Float
    package var maxId: UInt64
    package var maxIdText: String
    package var nextResults: String
    package var query: String
    package var refreshURL: String
    package var count: UInt8
    package var sinceId: UInt64
    package var sinceIdText: String

    enum CodingKeys: String, CodingKey {
      case completedIn = "completed_in"
      case maxId = "max_id"
      case maxIdText = "max_id_str"
      case nextResults = "next_results"
      case query
      case refreshURL = "refresh_url"
      case count
      case sinceId = "since_id"
      case sinceIdText = "since_id_str"
    }
  }

  /// A status as it was found.
  package struct Status: Codable, Equatable, Sendable {
    package var metadata: StatusMetadata
    package var createdAt: String
    package var id: UInt64
    package var idText: String
    package var text: String
    package var source: String
    package var isTruncated: Bool
    package var inReplyToStatusId: UInt64?
    package var inReplyToStatusIdText: String?
    package var inReplyToUserId: UInt32?
    package var inReplyToUserIdText: String?
    package var inReplyToScreenName: String?
    package var user: User
    package var retweetedStatus: Retweet?
    package var retweetCount: UInt32
    package var favoriteCount: UInt32
    package var entities: Entities
    package var isFavorited: Bool
    package var isRetweeted: Bool
    package var isPossiblySensitive: Bool?
    package var language: String

    enum CodingKeys: String, CodingKey {
      case metadata
      case createdAt = "created_at"
      case id
      case idText = "id_str"
      case text
      case source
      case isTruncated = "truncated"
      case inReplyToStatusId = "in_reply_to_status_id"
      case inReplyToStatusIdText = "in_reply_to_status_id_str"
      case inReplyToUserId = "in_reply_to_user_id"
      case inReplyToUserIdText = "in_reply_to_user_id_str"
      case inReplyToScreenName = "in_reply_to_screen_name"
      case user
      case retweetedStatus = "retweeted_status"
      case retweetCount = "retweet_count"
      case favoriteCount = "favorite_count"
      case entities
      case isFavorited = "favorited"
      case isRetweeted = "retweeted"
      case isPossiblySensitive = "possibly_sensitive"
      case language = "lang"
    }
  }

  /// The status that another one repeats: the same fields, without a further one.
  package struct Retweet: Codable, Equatable, Sendable {
    package var metadata: StatusMetadata
    package var createdAt: String
    package var id: UInt64
    package var idText: String
    package var text: String
    package var source: String
    package var isTruncated: Bool
    package var inReplyToStatusId: UInt64?
    package var inReplyToStatusIdText: String?
    package var inReplyToUserId: UInt32?
    package var inReplyToUserIdText: String?
    package var inReplyToScreenName: String?
    package var user: User
    package var retweetCount: UInt32
    package var favoriteCount: UInt32
    package var entities: Entities
    package var isFavorited: Bool
    package var isRetweeted: Bool
    package var isPossiblySensitive: Bool?
    package var language: String

    enum CodingKeys: String, CodingKey {
      case metadata
      case createdAt = "created_at"
      case id
      case idText = "id_str"
      case text
      case source
      case isTruncated = "truncated"
      case inReplyToStatusId = "in_reply_to_status_id"
      case inReplyToStatusIdText = "in_reply_to_status_id_str"
      case inReplyToUserId = "in_reply_to_user_id"
      case inReplyToUserIdText = "in_reply_to_user_id_str"
      case inReplyToScreenName = "in_reply_to_screen_name"
      case user
      case retweetCount = "retweet_count"
      case favoriteCount = "favorite_count"
      case entities
      case isFavorited = "favorited"
      case isRetweeted = "retweeted"
      case isPossiblySensitive = "possibly_sensitive"
      case language = "lang"
    }
  }

  /// How a status was found.
  package struct StatusMetadata: Codable, Equatable, Sendable {
    package var resultType: String
    package var isoLanguageCode: String

    enum CodingKeys: String, CodingKey {
      case resultType = "result_type"
      case isoLanguageCode = "iso_language_code"
    }
  }
}
