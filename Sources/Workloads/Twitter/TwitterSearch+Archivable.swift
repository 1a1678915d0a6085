package import KeyedArchives

extension TwitterSearch: ArchivableRecord {
  package static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("statuses", \Self.statuses)
    fields.add("search_metadata", \Self.searchMetadata)
  }

  package func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(statuses)
    bits.add(searchMetadata)
    writer.put(bits)
    writer.put(statuses, at: places[0])
    writer.put(searchMetadata, at: places[1])
  }

  package init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    let statuses = try reader.take([TwitterSearch.Status].self, &bits, at: places[0])
    let searchMetadata = try reader.take(TwitterSearch.SearchMetadata.self, &bits, at: places[1])
    self.statuses = statuses
    self.searchMetadata = searchMetadata
  }
}

extension TwitterSearch.SearchMetadata: ArchivableRecord {
  package static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("completed_in", \Self.completedIn)
    fields.add("max_id", \Self.maxId)
    fields.add("max_id_str", \Self.maxIdText)
    fields.add("next_results", \Self.nextResults)
    fields.add("query", \Self.query)
    fields.add("refresh_url", \Self.refreshURL)
    fields.add("count", \Self.count)
    fields.add("since_id", \Self.sinceId)
    fields.add("since_id_str", \Self.sinceIdText)
  }

  package func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(completedIn)
    bits.add(maxId)
    bits.add(maxIdText)
    bits.add(nextResults)
    bits.add(query)
    bits.add(refreshURL)
    bits.add(count)
    bits.add(sinceId)
    bits.add(sinceIdText)
    writer.put(bits)
    writer.put(completedIn, at: places[0])
    writer.put(maxId, at: places[1])
    writer.put(maxIdText, at: places[2])
    writer.put(nextResults, at: places[3])
    writer.put(query, at: places[4])
    writer.put(refreshURL, at: places[5])
    writer.put(count, at: places[6])
    writer.put(sinceId, at: places[7])
    writer.put(sinceIdText, at: places[8])
  }

  package init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    let completedIn = try reader.take(Float.self, &bits, at: places[0])
    let maxId = try reader.take(UInt64.self, &bits, at: places[1])
    let maxIdText = try reader.take(String.self, &bits, at: places[2])
    let nextResults = try reader.take(String.self, &bits, at: places[3])
    let query = try reader.take(String.self, &bits, at: places[4])
    let refreshURL = try reader.take(String.self, &bits, at: places[5])
    let count = try reader.take(UInt8.self, &bits, at: places[6])
    let sinceId = try reader.take(UInt64.self, &bits, at: places[7])
    let sinceIdText = try reader.take(String.self, &bits, at: places[8])
    self.completedIn = completedIn
    self.maxId = maxId
    self.maxIdText = maxIdText
    self.nextResults = nextResults
    self.query = query
    self.refreshURL = refreshURL
    self.count = count
    self.sinceId = sinceId
    self.sinceIdText = sinceIdText
  }
}

extension TwitterSearch.Status: ArchivableRecord {
  package static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("metadata", \Self.metadata)
    fields.add("created_at", \Self.createdAt)
    fields.add("id", \Self.id)
    fields.add("id_str", \Self.idText)
    fields.add("text", \Self.text)
    fields.add("source", \Self.source)
    fields.add("truncated", \Self.isTruncated)
    fields.add("in_reply_to_status_id", \Self.inReplyToStatusId)
    fields.add("in_reply_to_status_id_str", \Self.inReplyToStatusIdText)
    fields.add("in_reply_to_user_id", \Self.inReplyToUserId)
    fields.add("in_reply_to_user_id_str", \Self.inReplyToUserIdText)
    fields.add("in_reply_to_screen_name", \Self.inReplyToScreenName)
    fields.add("user", \Self.user)
    fields.add("retweeted_status", \Self.retweetedStatus)
    fields.add("retweet_count", \Self.retweetCount)
    fields.add("favorite_count", \Self.favoriteCount)
    fields.add("entities", \Self.entities)
    fields.add("favorited", \Self.isFavorited)
    fields.add("retweeted", \Self.isRetweeted)
    fields.add("possibly_sensitive", \Self.isPossiblySensitive)
    fields.add("lang", \Self.language)
  }

  package func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(metadata)
    bits.add(createdAt)
    bits.add(id)
    bits.add(idText)
    bits.add(text)
    bits.add(source)
    bits.add(isTruncated)
    bits.add(inReplyToStatusId)
    bits.add(inReplyToStatusIdText)
    bits.add(inReplyToUserId)
    bits.add(inReplyToUserIdText)
    bits.add(inReplyToScreenName)
    bits.add(user)
    bits.add(retweetedStatus)
    bits.add(retweetCount)
    bits.add(favoriteCount)
    bits.add(entities)
    bits.add(isFavorited)
    bits.add(isRetweeted)
    bits.add(isPossiblySensitive)
    bits.add(language)
    writer.put(bits)
    writer.put(metadata, at: places[0])
    writer.put(createdAt, at: places[1])
    writer.put(id, at: places[2])
    writer.put(idText, at: places[3])
    writer.put(text, at: places[4])
    writer.put(source, at: places[5])
    writer.put(isTruncated, at: places[6])
    writer.put(inReplyToStatusId, at: places[7])
    writer.put(inReplyToStatusIdText, at: places[8])
    writer.put(inReplyToUserId, at: places[9])
    writer.put(inReplyToUserIdText, at: places[10])
    writer.put(inReplyToScreenName, at: places[11])
    writer.put(user, at: places[12])
    writer.put(retweetedStatus, at: places[13])
    writer.put(retweetCount, at: places[14])
    writer.put(favoriteCount, at: places[15])
    writer.put(entities, at: places[16])
    writer.put(isFavorited, at: places[17])
    writer.put(isRetweeted, at: places[18])
    writer.put(isPossiblySensitive, at: places[19])
    writer.put(language, at: places[20])
  }

  package init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    let metadata = try reader.take(TwitterSearch.StatusMetadata.self, &bits, at: places[0])
    let createdAt = try reader.take(String.self, &bits, at: places[1])
    let id = try reader.take(UInt64.self, &bits, at: places[2])
    let idText = try reader.take(String.self, &bits, at: places[3])
    let text = try reader.take(String.self, &bits, at: places[4])
    let source = try reader.take(String.self, &bits, at: places[5])
    let isTruncated = try reader.take(Bool.self, &bits, at: places[6])
    let inReplyToStatusId = try reader.take(UInt64?.self, &bits, at: places[7])
    let inReplyToStatusIdText = try reader.take(String?.self, &bits, at: places[8])
    let inReplyToUserId = try reader.take(UInt32?.self, &bits, at: places[9])
    let inReplyToUserIdText = try reader.take(String?.self, &bits, at: places[10])
    let inReplyToScreenName = try reader.take(String?.self, &bits, at: places[11])
    let user = try reader.take(TwitterSearch.User.self, &bits, at: places[12])
    let retweetedStatus = try reader.take(TwitterSearch.Retweet?.self, &bits, at: places[13])
    let retweetCount = try reader.take(UInt32.self, &bits, at: places[14])
    let favoriteCount = try reader.take(UInt32.self, &bits, at: places[15])
    let entities = try reader.take(TwitterSearch.Entities.self, &bits, at: places[16])
    let isFavorited = try reader.take(Bool.self, &bits, at: places[17])
    let isRetweeted = try reader.take(Bool.self, &bits, at: places[18])
    let isPossiblySensitive = try reader.take(Bool?.self, &bits, at: places[19])
    let language = try reader.take(String.self, &bits, at: places[20])
    self.metadata = metadata
    self.createdAt = createdAt
    self.id = id
    self.idText = idText
    self.text = text
    self.source = source
    self.isTruncated = isTruncated
    self.inReplyToStatusId = inReplyToStatusId
    self.inReplyToStatusIdText = inReplyToStatusIdText
    self.inReplyToUserId = inReplyToUserId
    self.inReplyToUserIdText = inReplyToUserIdText
    self.inReplyToScreenName = inReplyToScreenName
    self.user = user
    self.retweetedStatus = retweetedStatus
    self.retweetCount = retweetCount
    self.favoriteCount = favoriteCount
    self.entities = entities
    self.isFavorited = isFavorited
    self.isRetweeted = isRetweeted
    self.isPossiblySensitive = isPossiblySensitive
    self.language = language
  }
}

extension TwitterSearch.Retweet: ArchivableRecord {
  package static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("metadata", \Self.metadata)
    fields.add("created_at", \Self.createdAt)
    fields.add("id", \Self.id)
    fields.add("id_str", \Self.idText)
    fields.add("text", \Self.text)
    fields.add("source", \Self.source)
    fields.add("truncated", \Self.isTruncated)
    fields.add("in_reply_to_status_id", \Self.inReplyToStatusId)
    fields.add("in_reply_to_status_id_str", \Self.inReplyToStatusIdText)
    fields.add("in_reply_to_user_id", \Self.inReplyToUserId)
    fields.add("in_reply_to_user_id_str", \Self.inReplyToUserIdText)
    fields.add("in_reply_to_screen_name", \Self.inReplyToScreenName)
    fields.add("user", \Self.user)
    fields.add("retweet_count", \Self.retweetCount)
    fields.add("favorite_count", \Self.favoriteCount)
    fields.add("entities", \Self.entities)
    fields.add("favorited", \Self.isFavorited)
    fields.add("retweeted", \Self.isRetweeted)
    fields.add("possibly_sensitive", \Self.isPossiblySensitive)
    fields.add("lang", \Self.language)
  }

  package func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(metadata)
    bits.add(createdAt)
    bits.add(id)
    bits.add(idText)
    bits.add(text)
    bits.add(source)
    bits.add(isTruncated)
    bits.add(inReplyToStatusId)
    bits.add(inReplyToStatusIdText)
    bits.add(inReplyToUserId)
    bits.add(inReplyToUserIdText)
    bits.add(inReplyToScreenName)
    bits.add(user)
    bits.add(retweetCount)
    bits.add(favoriteCount)
    bits.add(entities)
    bits.add(isFavorited)
    bits.add(isRetweeted)
    bits.add(isPossiblySensitive)
    bits.add(language)
    writer.put(bits)
    writer.put(metadata, at: places[0])
    writer.put(createdAt, at: places[1])
    writer.put(id, at: places[2])
    writer.put(idText, at: places[3])
    writer.put(text, at: places[4])
    writer.put(source, at: places[5])
    writer.put(isTruncated, at: places[6])
    writer.put(inReplyToStatusId, at: places[7])
    writer.put(inReplyToStatusIdText, at: places[8])
    writer.put(inReplyToUserId, at: places[9])
    writer.put(inReplyToUserIdText, at: places[10])
    writer.put(inReplyToScreenName, at: places[11])
    writer.put(user, at: places[12])
    writer.put(retweetCount, at: places[13])
    writer.put(favoriteCount, at: places[14])
    writer.put(entities, at: places[15])
    writer.put(isFavorited, at: places[16])
    writer.put(isRetweeted, at: places[17])
    writer.put(isPossiblySensitive, at: places[18])
    writer.put(language, at: places[19])
  }

  package init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    let metadata = try reader.take(TwitterSearch.StatusMetadata.self, &bits, at: places[0])
    let createdAt = try reader.take(String.self, &bits, at: places[1])
    let id = try reader.take(UInt64.self, &bits, at: places[2])
    let idText = try reader.take(String.self, &bits, at: places[3])
    let text = try reader.take(String.self, &bits, at: places[4])
    let source = try reader.take(String.self, &bits, at: places[5])
    let isTruncated = try reader.take(Bool.self, &bits, at: places[6])
    let inReplyToStatusId = try reader.take(UInt64?.self, &bits, at: places[7])
    let inReplyToStatusIdText = try reader.take(String?.self, &bits, at: places[8])
    let inReplyToUserId = try reader.take(UInt32?.self, &bits, at: places[9])
    let inReplyToUserIdText = try reader.take(String?.self, &bits, at: places[10])
    let inReplyToScreenName = try reader.take(String?.self, &bits, at: places[11])
    let user = try reader.take(TwitterSearch.User.self, &bits, at: places[12])
    let retweetCount = try reader.take(UInt32.self, &bits, at: places[13])
    let favoriteCount = try reader.take(UInt32.self, &bits, at: places[14])
    let entities = try reader.take(TwitterSearch.Entities.self, &bits, at: places[15])
    let isFavorited = try reader.take(Bool.self, &bits, at: places[16])
    let isRetweeted = try reader.take(Bool.self, &bits, at: places[17])
    let isPossiblySensitive = try reader.take(Bool?.self, &bits, at: places[18])
    let language = try reader.take(String.self, &bits, at: places[19])
    self.metadata = metadata
    self.createdAt = createdAt
    self.id = id
    self.idText = idText
    self.text = text
    self.source = source
    self.isTruncated = isTruncated
    self.inReplyToStatusId = inReplyToStatusId
    self.inReplyToStatusIdText = inReplyToStatusIdText
    self.inReplyToUserId = inReplyToUserId
    self.inReplyToUserIdText = inReplyToUserIdText
    self.inReplyToScreenName = inReplyToScreenName
    self.user = user
    self.retweetCount = retweetCount
    self.favoriteCount = favoriteCount
    self.entities = entities
    self.isFavorited = isFavorited
    self.isRetweeted = isRetweeted
    self.isPossiblySensitive = isPossiblySensitive
    self.language = language
  }
}

extension TwitterSearch.StatusMetadata: ArchivableRecord {
  package static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("result_type", \Self.resultType)
    fields.add("iso_language_code", \Self.isoLanguageCode)
  }

  package func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(resultType)
    bits.add(isoLanguageCode)
    writer.put(bits)
    writer.put(resultType, at: places[0])
    writer.put(isoLanguageCode, at: places[1])
  }

  package init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    let resultType = try reader.take(String.self, &bits, at: places[0])
    let isoLanguageCode = try reader.take(String.self, &bits, at: places[1])
    self.resultType = resultType
    self.isoLanguageCode = isoLanguageCode
  }
}
