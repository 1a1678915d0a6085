extension TwitterSearch: FixedLayoutDocument {
  package func write(to writer: inout FixedLayoutWriter) {
    statuses.write(to: &writer)
    searchMetadata.write(to: &writer)
  }

  package init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    statuses = try reader.value()
    searchMetadata = try reader.value()
  }
}

extension TwitterSearch.SearchMetadata: FixedLayoutCodable {
  package func write(to writer: inout FixedLayoutWriter) {
    completedIn.write(to: &writer)
    maxId.write(to: &writer)
    maxIdText.write(to: &writer)
    nextResults.write(to: &writer)
    query.write(to: &writer)
    refreshURL.write(to: &writer)
    count.write(to: &writer)
    sinceId.write(to: &writer)
    sinceIdText.write(to: &writer)
  }

  package init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    completedIn = try reader.value()
    maxId = try reader.value()
    maxIdText = try reader.value()
    nextResults = try reader.value()
    query = try reader.value()
    refreshURL = try reader.value()
    count = try reader.value()
    sinceId = try reader.value()
    sinceIdText = try reader.value()
  }
}

extension TwitterSearch.Status: FixedLayoutCodable {
  package func write(to writer: inout FixedLayoutWriter) {
    metadata.write(to: &writer)
    createdAt.write(to: &writer)
    id.write(to: &writer)
    idText.write(to: &writer)
    text.write(to: &writer)
    source.write(to: &writer)
    isTruncated.write(to: &writer)
    inReplyToStatusId.write(to: &writer)
    inReplyToStatusIdText.write(to: &writer)
    inReplyToUserId.write(to: &writer)
    inReplyToUserIdText.write(to: &writer)
    inReplyToScreenName.write(to: &writer)
    user.write(to: &writer)
    retweetedStatus.write(to: &writer)
    retweetCount.write(to: &writer)
    favoriteCount.write(to: &writer)
    entities.write(to: &writer)
    isFavorited.write(to: &writer)
    isRetweeted.write(to: &writer)
    isPossiblySensitive.write(to: &writer)
    language.write(to: &writer)
  }

  package init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    metadata = try reader.value()
    createdAt = try reader.value()
    id = try reader.value()
    idText = try reader.value()
    text = try reader.value()
    source = try reader.value()
    isTruncated = try reader.value()
    inReplyToStatusId = try reader.value()
    inReplyToStatusIdText = try reader.value()
    inReplyToUserId = try reader.value()
    inReplyToUserIdText = try reader.value()
    inReplyToScreenName = try reader.value()
    user = try reader.value()
    retweetedStatus = try reader.value()
    retweetCount = try reader.value()
    favoriteCount = try reader.value()
    entities = try reader.value()
    isFavorited = try reader.value()
    isRetweeted = try reader.value()
    isPossiblySensitive = try reader.value()
    language = try reader.value()
  }
}

extension TwitterSearch.Retweet: FixedLayoutCodable {
  package func write(to writer: inout FixedLayoutWriter) {
    metadata.write(to: &writer)
    createdAt.write(to: &writer)
    id.write(to: &writer)
    idText.write(to: &writer)
    text.write(to: &writer)
    source.write(to: &writer)
    isTruncated.write(to: &writer)
    inReplyToStatusId.write(to: &writer)
    inReplyToStatusIdText.write(to: &writer)
    inReplyToUserId.write(to: &writer)
    inReplyToUserIdText.write(to: &writer)
    inReplyToScreenName.write(to: &writer)
    user.write(to: &writer)
    retweetCount.write(to: &writer)
    favoriteCount.write(to: &writer)
    entities.write(to: &writer)
    isFavorited.write(to: &writer)
    isRetweeted.write(to: &writer)
    isPossiblySensitive.write(to: &writer)
    language.write(to: &writer)
  }

  package init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    metadata = try reader.value()
    createdAt = try reader.value()
    id = try reader.value()
    idText = try reader.value()
    text = try reader.value()
    source = try reader.value()
    isTruncated = try reader.value()
    inReplyToStatusId = try reader.value()
    inReplyToStatusIdText = try reader.value()
    inReplyToUserId = try reader.value()
    inReplyToUserIdText = try reader.value()
    inReplyToScreenName = try reader.value()
    user = try reader.value()
    retweetCount = try reader.value()
    favoriteCount = try reader.value()
    entities = try reader.value()
    isFavorited = try reader.value()
    isRetweeted = try reader.value()
    isPossiblySensitive = try reader.value()
    language = try reader.value()
  }
}

extension TwitterSearch.StatusMetadata: FixedLayoutCodable {
  package func write(to writer: inout FixedLayoutWriter) {
    resultType.write(to: &writer)
    isoLanguageCode.write(to: &writer)
  }

  package init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    resultType = try reader.value()
    isoLanguageCode = try reader.value()
  }
}
