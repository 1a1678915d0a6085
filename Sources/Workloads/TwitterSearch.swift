/// `twitter.json`: one page of a search; large records with many strings, most of them short, and
/// many optional fields. Fields that are null in the whole document are left out.
package struct TwitterSearch: CorpusDocument {
  package static let fileName = "twitter.json"

  var statuses: [Status]
  var searchMetadata: SearchMetadata

  enum CodingKeys: String, CodingKey {
    case statuses
    case searchMetadata = "search_metadata"
  }
}

extension TwitterSearch {
  /// What was searched for, and how to go on.
  struct SearchMetadata: Codable, Equatable, Sendable {
    var completedIn: Float
    var maxId: UInt64
    var maxIdText: String
    var nextResults: String
    var query: String
    var refreshURL: String
    var count: UInt8
    var sinceId: UInt64
    var sinceIdText: String

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
  struct Status: Codable, Equatable, Sendable {
    var metadata: StatusMetadata
    var createdAt: String
    var id: UInt64
    var idText: String
    var text: String
    var source: String
    var isTruncated: Bool
    var inReplyToStatusId: UInt64?
    var inReplyToStatusIdText: String?
    var inReplyToUserId: UInt32?
    var inReplyToUserIdText: String?
    var inReplyToScreenName: String?
    var user: User
    var retweetedStatus: Retweet?
    var retweetCount: UInt32
    var favoriteCount: UInt32
    var entities: Entities
    var isFavorited: Bool
    var isRetweeted: Bool
    var isPossiblySensitive: Bool?
    var language: String

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
  struct Retweet: Codable, Equatable, Sendable {
    var metadata: StatusMetadata
    var createdAt: String
    var id: UInt64
    var idText: String
    var text: String
    var source: String
    var isTruncated: Bool
    var inReplyToStatusId: UInt64?
    var inReplyToStatusIdText: String?
    var inReplyToUserId: UInt32?
    var inReplyToUserIdText: String?
    var inReplyToScreenName: String?
    var user: User
    var retweetCount: UInt32
    var favoriteCount: UInt32
    var entities: Entities
    var isFavorited: Bool
    var isRetweeted: Bool
    var isPossiblySensitive: Bool?
    var language: String

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
  struct StatusMetadata: Codable, Equatable, Sendable {
    var resultType: String
    var isoLanguageCode: String

    enum CodingKeys: String, CodingKey {
      case resultType = "result_type"
      case isoLanguageCode = "iso_language_code"
    }
  }
}
