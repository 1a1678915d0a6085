extension TwitterSearch {
  /// The author of a status.
  struct User: Codable, Equatable, Sendable {
    var id: UInt32
    var idText: String
    var name: String
    var screenName: String
    var location: String
    var description: String
    var url: String?
    var entities: UserEntities
    var isProtected: Bool
    var followersCount: UInt32
    var friendsCount: UInt32
    var listedCount: UInt32
    var createdAt: String
    var favouritesCount: UInt32
    var utcOffset: Int32?
    var timeZone: String?
    var isGeoEnabled: Bool
    var isVerified: Bool
    var statusesCount: UInt32
    var language: String
    var hasContributors: Bool
    var isTranslator: Bool
    var isTranslationEnabled: Bool
    var profileBackgroundColor: String
    var profileBackgroundImageURL: String
    var profileBackgroundImageSecureURL: String
    var tilesProfileBackground: Bool
    var profileImageURL: String
    var profileImageSecureURL: String
    var profileBannerURL: String?
    var profileLinkColor: String
    var profileSidebarBorderColor: String
    var profileSidebarFillColor: String
    var profileTextColor: String
    var usesProfileBackgroundImage: Bool
    var hasDefaultProfile: Bool
    var hasDefaultProfileImage: Bool
    var isFollowed: Bool
    var isFollowRequested: Bool
    var sendsNotifications: Bool

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
  struct UserEntities: Codable, Equatable, Sendable {
    var url: LinkList?
    var description: LinkList
  }
}
