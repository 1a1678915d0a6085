extension TwitterSearch {
  /// The author of a status.
  package struct User: Codable, Equatable, Sendable {
    package var id: UInt32
    package var idText: String
    package var name: String
    package var screenName: String
    package var location: String
    package var description: String
    package var url: String?
    package var entities: UserEntities
    package var isProtected: Bool
    package var followersCount: UInt32
    package var friendsCount: UInt32
    package var listedCount: UInt32
    package var createdAt: String
    package var favouritesCount: UInt32
    package var utcOffset: Int32?
    package var timeZone: String?
    package var isGeoEnabled: Bool
    package var isVerified: Bool
    package var statusesCount: UInt32
    package var language: String
    package var hasContributors: Bool
    package var isTranslator: Bool
    package var isTranslationEnabled: Bool
    package var profileBackgroundColor: String
    package var profileBackgroundImageURL: String
    package var profileBackgroundImageSecureURL: String
    package var tilesProfileBackground: Bool
    package var profileImageURL: String
    package var profileImageSecureURL: String
    package var profileBannerURL: String?
    package var profileLinkColor: String
    package var profileSidebarBorderColor: String
    package var profileSidebarFillColor: String
    package var profileTextColor: String
    package var usesProfileBackgroundImage: Bool
    package var hasDefaultProfile: Bool
    package var hasDefaultProfileImage: Bool
    package var isFollowed: Bool
    package var isFollowRequested: Bool
    package var sendsNotifications: Bool

    enum CodingKeys: String, CodingKey {
      case id
      case idText = "id_str"
      case name
      case screenName = "screen_name"
      case location
      case description
      case url
      case entities
      case isProtected = "protected"
      case followersCount = "followers_count"
      case friendsCount = "friends_count"
      case listedCount = "listed_count"
      case createdAt = "created_at"
      case favouritesCount = "favourites_count"
      case utcOffset = "utc_offset"
      case timeZone = "time_zone"
      case isGeoEnabled = "geo_enabled"
      case isVerified = "verified"
      case statusesCount = "statuses_count"
      case language = "lang"
      case hasContributors = "contributors_enabled"
      case isTranslator = "is_translator"
      case isTranslationEnabled = "is_translation_enabled"
      case profileBackgroundColor = "profile_background_color"
      case profileBackgroundImageURL = "profile_background_image_url"
      case profileBackgroundImageSecureURL = "profile_background_image_url_https"
      case tilesProfileBackground = "profile_background_tile"
      case profileImageURL = "profile_image_url"
      case profileImageSecureURL = "profile_image_url_https"
      case profileBannerURL = "profile_banner_url"
      case profileLinkColor = "profile_link_color"
      case profileSidebarBorderColor = "profile_sidebar_border_color"
      case profileSidebarFillColor = "profile_sidebar_fill_color"
      case profileTextColor = "profile_text_color"
      case usesProfileBackgroundImage = "profile_use_background_image"
      case hasDefaultProfile = "default_profile"
      case hasDefaultProfileImage = "default_profile_image"
      case isFollowed = "following"
      case isFollowRequested = "follow_request_sent"
      case sendsNotifications = "notifications"
    }
  }

  /// The links in what a user says of themselves.
  package struct UserEntities: Codable, Equatable, Sendable {
    package var url: LinkList?
    package var description: LinkList
  }
}
