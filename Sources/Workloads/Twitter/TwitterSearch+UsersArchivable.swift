package import KeyedArchives

extension TwitterSearch.User: ArchivableRecord {
  package static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("id", \Self.id)
    fields.add("id_str", \Self.idText)
    fields.add("name", \Self.name)
    fields.add("screen_name", \Self.screenName)
    fields.add("location", \Self.location)
    fields.add("description", \Self.description)
    fields.add("url", \Self.url)
    fields.add("entities", \Self.entities)
    fields.add("protected", \Self.isProtected)
    fields.add("followers_count", \Self.followersCount)
    fields.add("friends_count", \Self.friendsCount)
    fields.add("listed_count", \Self.listedCount)
    fields.add("created_at", \Self.createdAt)
    fields.add("favourites_count", \Self.favouritesCount)
    fields.add("utc_offset", \Self.utcOffset)
    fields.add("time_zone", \Self.timeZone)
    fields.add("geo_enabled", \Self.isGeoEnabled)
    fields.add("verified", \Self.isVerified)
    fields.add("statuses_count", \Self.statusesCount)
    fields.add("lang", \Self.language)
    fields.add("contributors_enabled", \Self.hasContributors)
    fields.add("is_translator", \Self.isTranslator)
    fields.add("is_translation_enabled", \Self.isTranslationEnabled)
    fields.add("profile_background_color", \Self.profileBackgroundColor)
    fields.add("profile_background_image_url", \Self.profileBackgroundImageURL)
    fields.add("profile_background_image_url_https", \Self.profileBackgroundImageSecureURL)
    fields.add("profile_background_tile", \Self.tilesProfileBackground)
    fields.add("profile_image_url", \Self.profileImageURL)
    fields.add("profile_image_url_https", \Self.profileImageSecureURL)
    fields.add("profile_banner_url", \Self.profileBannerURL)
    fields.add("profile_link_color", \Self.profileLinkColor)
    fields.add("profile_sidebar_border_color", \Self.profileSidebarBorderColor)
    fields.add("profile_sidebar_fill_color", \Self.profileSidebarFillColor)
    fields.add("profile_text_color", \Self.profileTextColor)
    fields.add("profile_use_background_image", \Self.usesProfileBackgroundImage)
    fields.add("default_profile", \Self.hasDefaultProfile)
    fields.add("default_profile_image", \Self.hasDefaultProfileImage)
    fields.add("following", \Self.isFollowed)
    fields.add("follow_request_sent", \Self.isFollowRequested)
    fields.add("notifications", \Self.sendsNotifications)
  }

  package func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(id)
    bits.add(idText)
    bits.add(name)
    bits.add(screenName)
    bits.add(location)
    bits.add(description)
    bits.add(url)
    bits.add(entities)
    bits.add(isProtected)
    bits.add(followersCount)
    bits.add(friendsCount)
    bits.add(listedCount)
    bits.add(createdAt)
    bits.add(favouritesCount)
    bits.add(utcOffset)
    bits.add(timeZone)
    bits.add(isGeoEnabled)
    bits.add(isVerified)
    bits.add(statusesCount)
    bits.add(language)
    bits.add(hasContributors)
    bits.add(isTranslator)
    bits.add(isTranslationEnabled)
    bits.add(profileBackgroundColor)
    bits.add(profileBackgroundImageURL)
    bits.add(profileBackgroundImageSecureURL)
    bits.add(tilesProfileBackground)
    bits.add(profileImageURL)
    bits.add(profileImageSecureURL)
    bits.add(profileBannerURL)
    bits.add(profileLinkColor)
    bits.add(profileSidebarBorderColor)
    bits.add(profileSidebarFillColor)
    bits.add(profileTextColor)
    bits.add(usesProfileBackgroundImage)
    bits.add(hasDefaultProfile)
    bits.add(hasDefaultProfileImage)
    bits.add(isFollowed)
    bits.add(isFollowRequested)
    bits.add(sendsNotifications)
    writer.put(bits)
    writer.put(id, at: places[0])
    writer.put(idText, at: places[1])
    writer.put(name, at: places[2])
    writer.put(screenName, at: places[3])
    writer.put(location, at: places[4])
    writer.put(description, at: places[5])
    writer.put(url, at: places[6])
    writer.put(entities, at: places[7])
    writer.put(isProtected, at: places[8])
    writer.put(followersCount, at: places[9])
    writer.put(friendsCount, at: places[10])
    writer.put(listedCount, at: places[11])
    writer.put(createdAt, at: places[12])
    writer.put(favouritesCount, at: places[13])
    writer.put(utcOffset, at: places[14])
    writer.put(timeZone, at: places[15])
    writer.put(isGeoEnabled, at: places[16])
    writer.put(isVerified, at: places[17])
    writer.put(statusesCount, at: places[18])
    writer.put(language, at: places[19])
    writer.put(hasContributors, at: places[20])
    writer.put(isTranslator, at: places[21])
    writer.put(isTranslationEnabled, at: places[22])
    writer.put(profileBackgroundColor, at: places[23])
    writer.put(profileBackgroundImageURL, at: places[24])
    writer.put(profileBackgroundImageSecureURL, at: places[25])
    writer.put(tilesProfileBackground, at: places[26])
    writer.put(profileImageURL, at: places[27])
    writer.put(profileImageSecureURL, at: places[28])
    writer.put(profileBannerURL, at: places[29])
    writer.put(profileLinkColor, at: places[30])
    writer.put(profileSidebarBorderColor, at: places[31])
    writer.put(profileSidebarFillColor, at: places[32])
    writer.put(profileTextColor, at: places[33])
    writer.put(usesProfileBackgroundImage, at: places[34])
    writer.put(hasDefaultProfile, at: places[35])
    writer.put(hasDefaultProfileImage, at: places[36])
    writer.put(isFollowed, at: places[37])
    writer.put(isFollowRequested, at: places[38])
    writer.put(sendsNotifications, at: places[39])
  }

  package init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    let id = try reader.take(UInt32.self, &bits, at: places[0])
    let idText = try reader.take(String.self, &bits, at: places[1])
    let name = try reader.take(String.self, &bits, at: places[2])
    let screenName = try reader.take(String.self, &bits, at: places[3])
    let location = try reader.take(String.self, &bits, at: places[4])
    let description = try reader.take(String.self, &bits, at: places[5])
    let url = try reader.take(String?.self, &bits, at: places[6])
    let entities = try reader.take(TwitterSearch.UserEntities.self, &bits, at: places[7])
    let isProtected = try reader.take(Bool.self, &bits, at: places[8])
    let followersCount = try reader.take(UInt32.self, &bits, at: places[9])
    let friendsCount = try reader.take(UInt32.self, &bits, at: places[10])
    let listedCount = try reader.take(UInt32.self, &bits, at: places[11])
    let createdAt = try reader.take(String.self, &bits, at: places[12])
    let favouritesCount = try reader.take(UInt32.self, &bits, at: places[13])
    let utcOffset = try reader.take(Int32?.self, &bits, at: places[14])
    let timeZone = try reader.take(String?.self, &bits, at: places[15])
    let isGeoEnabled = try reader.take(Bool.self, &bits, at: places[16])
    let isVerified = try reader.take(Bool.self, &bits, at: places[17])
    let statusesCount = try reader.take(UInt32.self, &bits, at: places[18])
    let language = try reader.take(String.self, &bits, at: places[19])
    let hasContributors = try reader.take(Bool.self, &bits, at: places[20])
    let isTranslator = try reader.take(Bool.self, &bits, at: places[21])
    let isTranslationEnabled = try reader.take(Bool.self, &bits, at: places[22])
    let profileBackgroundColor = try reader.take(String.self, &bits, at: places[23])
    let profileBackgroundImageURL = try reader.take(String.self, &bits, at: places[24])
    let profileBackgroundImageSecureURL = try reader.take(String.self, &bits, at: places[25])
    let tilesProfileBackground = try reader.take(Bool.self, &bits, at: places[26])
    let profileImageURL = try reader.take(String.self, &bits, at: places[27])
    let profileImageSecureURL = try reader.take(String.self, &bits, at: places[28])
    let profileBannerURL = try reader.take(String?.self, &bits, at: places[29])
    let profileLinkColor = try reader.take(String.self, &bits, at: places[30])
    let profileSidebarBorderColor = try reader.take(String.self, &bits, at: places[31])
    let profileSidebarFillColor = try reader.take(String.self, &bits, at: places[32])
    let profileTextColor = try reader.take(String.self, &bits, at: places[33])
    let usesProfileBackgroundImage = try reader.take(Bool.self, &bits, at: places[34])
    let hasDefaultProfile = try reader.take(Bool.self, &bits, at: places[35])
    let hasDefaultProfileImage = try reader.take(Bool.self, &bits, at: places[36])
    let isFollowed = try reader.take(Bool.self, &bits, at: places[37])
    let isFollowRequested = try reader.take(Bool.self, &bits, at: places[38])
    let sendsNotifications = try reader.take(Bool.self, &bits, at: places[39])
    self.id = id
    self.idText = idText
    self.name = name
    self.screenName = screenName
    self.location = location
    self.description = description
    self.url = url
    self.entities = entities
    self.isProtected = isProtected
    self.followersCount = followersCount
    self.friendsCount = friendsCount
    self.listedCount = listedCount
    self.createdAt = createdAt
    self.favouritesCount = favouritesCount
    self.utcOffset = utcOffset
    self.timeZone = timeZone
    self.isGeoEnabled = isGeoEnabled
    self.isVerified = isVerified
    self.statusesCount = statusesCount
    self.language = language
    self.hasContributors = hasContributors
    self.isTranslator = isTranslator
    self.isTranslationEnabled = isTranslationEnabled
    self.profileBackgroundColor = profileBackgroundColor
    self.profileBackgroundImageURL = profileBackgroundImageURL
    self.profileBackgroundImageSecureURL = profileBackgroundImageSecureURL
    self.tilesProfileBackground = tilesProfileBackground
    self.profileImageURL = profileImageURL
    self.profileImageSecureURL = profileImageSecureURL
    self.profileBannerURL = profileBannerURL
    self.profileLinkColor = profileLinkColor
    self.profileSidebarBorderColor = profileSidebarBorderColor
    self.profileSidebarFillColor = profileSidebarFillColor
    self.profileTextColor = profileTextColor
    self.usesProfileBackgroundImage = usesProfileBackgroundImage
    self.hasDefaultProfile = hasDefaultProfile
    self.hasDefaultProfileImage = hasDefaultProfileImage
    self.isFollowed = isFollowed
    self.isFollowRequested = isFollowRequested
    self.sendsNotifications = sendsNotifications
  }
}

extension TwitterSearch.UserEntities: ArchivableRecord {
  package static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("url", \Self.url)
    fields.add("description", \Self.description)
  }

  package func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(url)
    bits.add(description)
    writer.put(bits)
    writer.put(url, at: places[0])
    writer.put(description, at: places[1])
  }

  package init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    let url = try reader.take(TwitterSearch.LinkList?.self, &bits, at: places[0])
    let description = try reader.take(TwitterSearch.LinkList.self, &bits, at: places[1])
    self.url = url
    self.description = description
  }
}
