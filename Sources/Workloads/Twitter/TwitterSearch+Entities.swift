extension TwitterSearch {
  /// What the text of a status refers to.
  package struct Entities: Codable, Equatable, Sendable {
    package var hashtags: [Hashtag]
    package var symbols: [String]
    package var links: [Link]
    package var userMentions: [Mention]
    package var media: [Media]?

    enum CodingKeys: String, CodingKey {
      case hashtags
      case symbols
      case links = "urls"
      case userMentions = "user_mentions"
      case media
    }
  }

  /// Links in one text.
  package struct LinkList: Codable, Equatable, Sendable {
    package var links: [Link]

    enum CodingKeys: String, CodingKey {
      case links = "urls"
    }
  }

  /// A link and the characters it stands for.
  package struct Link: Codable, Equatable, Sendable {
    package var url: String
    package var expandedURL: String
    package var displayURL: String
    package var indices: [UInt8]

    enum CodingKeys: String, CodingKey {
      case url
      case expandedURL = "expanded_url"
      case displayURL = "display_url"
      case indices
    }
  }

  /// A word that is searched for.
  package struct Hashtag: Codable, Equatable, Sendable {
    package var text: String
    package var indices: [UInt8]
  }

  /// A user who is named in a text.
  package struct Mention: Codable, Equatable, Sendable {
    package var screenName: String
    package var name: String
    package var id: UInt32
    package var idText: String
    package var indices: [UInt8]

    enum CodingKeys: String, CodingKey {
      case screenName = "screen_name"
      case name
      case id
      case idText = "id_str"
      case indices
    }
  }

  /// A picture.
  package struct Media: Codable, Equatable, Sendable {
    package var id: UInt64
    package var idText: String
    package var indices: [UInt8]
    package var mediaURL: String
    package var mediaSecureURL: String
    package var url: String
    package var displayURL: String
    package var expandedURL: String
    package var type: String
    package var sizes: MediaSizes
    package var sourceStatusId: UInt64?
    package var sourceStatusIdText: String?

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
  package struct MediaSizes: Codable, Equatable, Sendable {
    package var medium: MediaSize
    package var small: MediaSize
    package var thumb: MediaSize
    package var large: MediaSize
  }

  /// One size of a picture, in pixels.
  package struct MediaSize: Codable, Equatable, Sendable {
    package var width: UInt16
    package var height: UInt16
    package var resize: String

    enum CodingKeys: String, CodingKey {
      case width = "w"
      case height = "h"
      case resize
    }
  }
}
