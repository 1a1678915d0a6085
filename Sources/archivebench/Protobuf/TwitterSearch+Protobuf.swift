#if Benchmarks
  import SwiftProtobuf
  import Workloads

  extension TwitterSearch: ProtobufConvertible {
    var message: ProtoTwitterSearch {
      .with {
        $0.statuses = statuses.map(\.message)
        $0.searchMetadata = searchMetadata.message
      }
    }
  }

  extension TwitterSearch.SearchMetadata {
    fileprivate var message: ProtoTwitterSearch.SearchMetadata {
      .with {
        $0.completedIn = completedIn
        $0.maxID = maxId
        $0.maxIDText = maxIdText
        $0.nextResults = nextResults
        $0.query = query
        $0.refreshURL = refreshURL
        $0.count = UInt32(count)
        $0.sinceID = sinceId
        $0.sinceIDText = sinceIdText
      }
    }
  }

  extension TwitterSearch.Status {
    fileprivate var message: ProtoTwitterSearch.Status {
      .with {
        $0.metadata = metadata.message
        $0.createdAt = createdAt
        $0.id = id
        $0.idText = idText
        $0.text = text
        $0.source = source
        $0.isTruncated = isTruncated
        if let inReplyToStatusId { $0.inReplyToStatusID = inReplyToStatusId }
        if let inReplyToStatusIdText { $0.inReplyToStatusIDText = inReplyToStatusIdText }
        if let inReplyToUserId { $0.inReplyToUserID = inReplyToUserId }
        if let inReplyToUserIdText { $0.inReplyToUserIDText = inReplyToUserIdText }
        if let inReplyToScreenName { $0.inReplyToScreenName = inReplyToScreenName }
        $0.user = user.message
        if let retweetedStatus { $0.retweetedStatus = retweetedStatus.message }
        $0.retweetCount = retweetCount
        $0.favoriteCount = favoriteCount
        $0.entities = entities.message
        $0.isFavorited = isFavorited
        $0.isRetweeted = isRetweeted
        if let isPossiblySensitive { $0.isPossiblySensitive = isPossiblySensitive }
        $0.language = language
      }
    }
  }

  extension TwitterSearch.Retweet {
    fileprivate var message: ProtoTwitterSearch.Retweet {
      .with {
        $0.metadata = metadata.message
        $0.createdAt = createdAt
        $0.id = id
        $0.idText = idText
        $0.text = text
        $0.source = source
        $0.isTruncated = isTruncated
        if let inReplyToStatusId { $0.inReplyToStatusID = inReplyToStatusId }
        if let inReplyToStatusIdText { $0.inReplyToStatusIDText = inReplyToStatusIdText }
        if let inReplyToUserId { $0.inReplyToUserID = inReplyToUserId }
        if let inReplyToUserIdText { $0.inReplyToUserIDText = inReplyToUserIdText }
        if let inReplyToScreenName { $0.inReplyToScreenName = inReplyToScreenName }
        $0.user = user.message
        $0.retweetCount = retweetCount
        $0.favoriteCount = favoriteCount
        $0.entities = entities.message
        $0.isFavorited = isFavorited
        $0.isRetweeted = isRetweeted
        if let isPossiblySensitive { $0.isPossiblySensitive = isPossiblySensitive }
        $0.language = language
      }
    }
  }

  extension TwitterSearch.StatusMetadata {
    fileprivate var message: ProtoTwitterSearch.StatusMetadata {
      .with {
        $0.resultType = resultType
        $0.isoLanguageCode = isoLanguageCode
      }
    }
  }

  extension TwitterSearch.Entities {
    fileprivate var message: ProtoTwitterSearch.Entities {
      .with {
        $0.hashtags = hashtags.map(\.message)
        $0.symbols = symbols
        $0.links = links.map(\.message)
        $0.userMentions = userMentions.map(\.message)
        $0.media = media?.map(\.message) ?? []
      }
    }
  }

  extension TwitterSearch.LinkList {
    fileprivate var message: ProtoTwitterSearch.LinkList {
      .with {
        $0.links = links.map(\.message)
      }
    }
  }

  extension TwitterSearch.Link {
    fileprivate var message: ProtoTwitterSearch.Link {
      .with {
        $0.url = url
        $0.expandedURL = expandedURL
        $0.displayURL = displayURL
        $0.indices = indices.map(UInt32.init)
      }
    }
  }

  extension TwitterSearch.Hashtag {
    fileprivate var message: ProtoTwitterSearch.Hashtag {
      .with {
        $0.text = text
        $0.indices = indices.map(UInt32.init)
      }
    }
  }

  extension TwitterSearch.Mention {
    fileprivate var message: ProtoTwitterSearch.Mention {
      .with {
        $0.screenName = screenName
        $0.name = name
        $0.id = id
        $0.idText = idText
        $0.indices = indices.map(UInt32.init)
      }
    }
  }

  extension TwitterSearch.Media {
    fileprivate var message: ProtoTwitterSearch.Media {
      .with {
        $0.id = id
        $0.idText = idText
        $0.indices = indices.map(UInt32.init)
        $0.mediaURL = mediaURL
        $0.mediaSecureURL = mediaSecureURL
        $0.url = url
        $0.displayURL = displayURL
        $0.expandedURL = expandedURL
        $0.type = type
        $0.sizes = sizes.message
        if let sourceStatusId { $0.sourceStatusID = sourceStatusId }
        if let sourceStatusIdText { $0.sourceStatusIDText = sourceStatusIdText }
      }
    }
  }

  extension TwitterSearch.MediaSizes {
    fileprivate var message: ProtoTwitterSearch.MediaSizes {
      .with {
        $0.medium = medium.message
        $0.small = small.message
        $0.thumb = thumb.message
        $0.large = large.message
      }
    }
  }

  extension TwitterSearch.MediaSize {
    fileprivate var message: ProtoTwitterSearch.MediaSize {
      .with {
        $0.width = UInt32(width)
        $0.height = UInt32(height)
        $0.resize = resize
      }
    }
  }

  extension TwitterSearch.User {
    fileprivate var message: ProtoTwitterSearch.User {
      .with {
        $0.id = id
        $0.idText = idText
        $0.name = name
        $0.screenName = screenName
        $0.location = location
        $0.description_p = description
        if let url { $0.url = url }
        $0.entities = entities.message
        $0.isProtected = isProtected
        $0.followersCount = followersCount
        $0.friendsCount = friendsCount
        $0.listedCount = listedCount
        $0.createdAt = createdAt
        $0.favouritesCount = favouritesCount
        if let utcOffset { $0.utcOffset = utcOffset }
        if let timeZone { $0.timeZone = timeZone }
        $0.isGeoEnabled = isGeoEnabled
        $0.isVerified = isVerified
        $0.statusesCount = statusesCount
        $0.language = language
        $0.contributorsEnabled = hasContributors
        $0.isTranslator = isTranslator
        $0.isTranslationEnabled = isTranslationEnabled
        $0.profileBackgroundColor = profileBackgroundColor
        $0.profileBackgroundImageURL = profileBackgroundImageURL
        $0.profileBackgroundImageSecureURL = profileBackgroundImageSecureURL
        $0.tilesProfileBackground = tilesProfileBackground
        $0.profileImageURL = profileImageURL
        $0.profileImageSecureURL = profileImageSecureURL
        if let profileBannerURL { $0.profileBannerURL = profileBannerURL }
        $0.profileLinkColor = profileLinkColor
        $0.profileSidebarBorderColor = profileSidebarBorderColor
        $0.profileSidebarFillColor = profileSidebarFillColor
        $0.profileTextColor = profileTextColor
        $0.usesProfileBackgroundImage = usesProfileBackgroundImage
        $0.defaultProfile = hasDefaultProfile
        $0.defaultProfileImage = hasDefaultProfileImage
        $0.isFollowed = isFollowed
        $0.isFollowRequested = isFollowRequested
        $0.sendsNotifications = sendsNotifications
      }
    }
  }

  extension TwitterSearch.UserEntities {
    fileprivate var message: ProtoTwitterSearch.UserEntities {
      .with {
        if let url { $0.url = url.message }
        $0.description_p = description.message
      }
    }
  }
#endif
