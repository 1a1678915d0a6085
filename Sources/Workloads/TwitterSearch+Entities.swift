extension TwitterSearch {
  /// What the text of a status refers to.
  struct Entities: Codable, Equatable, Sendable {
    var hashtags: [Hashtag]
    var symbols: [String]
    var links: [Link]
    var userMentions: [Mention]
    var media: [Media]?

    enum CodingKeys: String, CodingKey {
      case hashtags
      case symbols
      case links = "urls"
      case userMentions = "user_mentions"
      case media
    }
  }

  /// Links in one text.
  struct LinkList: Codable, Equatable, Sendable {
    var links: [Link]

    enum CodingKeys: String, CodingKey {
      case links = "urls"
    }
  }

  /// A link and the characters it stands for.
  struct Link: Codable, Equatable, Sendable {
    var url: String
    var expandedURL: String
    var displayURL: String
    var indices: [UInt8]

    enum CodingKeys: String, CodingKey {
      case url
      case expandedURL = "expanded_url"
      case displayURL = "display_url"
      case indices
    }
  }

  /// A word that is searched for.
  struct Hashtag: Codable, Equatable, Sendable {
    var text: String
    var indices: [UInt8]
  }

  /// A user who is named in a text.
  struct Mention: Codable, Equatable, Sendable {
    var screenName: String
    var name: String
    var id: UInt32
    var idText: String
    var indices: [UInt8]

    enum CodingKeys: String, CodingKey {
      case screenName = "screen_name"
      case name
      case id
      case idText = "id_str"
      case indices
    }
  }

  /// A picture.
  struct Media: Codable, Equatable, Sendable {
    var id: UInt64
    var idText: String
    var indices: [UInt8]
    var mediaURL: String
    var mediaSecureURL: String
    var url: String
    var displayURL: String
    var expandedURL: String
    var type: String
    var sizes: MediaSizes
    var sourceStatusId: UInt64?
    var sourceStatusIdText: String?

    enum CodingKeys: String, CodingKey {
      case id
      case idText = "id_str"
      case indices
      case mediaURL = "media_url"
      case mediaSecureURL = "media_url_https"
      case url
      case displayURL = "display_url"
      case expandedURL = "expanded_url"
      case type
      case sizes
      case sourceStatusId = "source_status_id"
      case sourceStatusIdText = "source_status_id_str"
    }
  }

  /// The sizes in which a picture is offered.
  struct MediaSizes: Codable, Equatable, Sendable {
    var medium: MediaSize
    var small: MediaSize
    var thumb: MediaSize
    var large: MediaSize
  }

  /// One size of a picture, in pixels.
  struct MediaSize: Codable, Equatable, Sendable {
    var width: UInt16
    var height: UInt16
    var resize: String

    enum CodingKeys: String, CodingKey {
      case width = "w"
      case height = "h"
      case resize
    }
  }
}
