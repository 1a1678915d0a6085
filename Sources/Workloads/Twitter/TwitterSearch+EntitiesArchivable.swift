package import KeyedArchives

extension TwitterSearch.Entities: ArchivableRecord {
  package static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("hashtags", \Self.hashtags)
    fields.add("symbols", \Self.symbols)
    fields.add("urls", \Self.links)
    fields.add("user_mentions", \Self.userMentions)
    fields.add("media", \Self.media)
  }

  package func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(hashtags)
    bits.add(symbols)
    bits.add(links)
    bits.add(userMentions)
    bits.add(media)
    writer.put(bits)
    writer.put(hashtags, at: places[0])
    writer.put(symbols, at: places[1])
    writer.put(links, at: places[2])
    writer.put(userMentions, at: places[3])
    writer.put(media, at: places[4])
  }

  package init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    hashtags = try reader.take([TwitterSearch.Hashtag].self, &bits, at: places[0])
    symbols = try reader.take([String].self, &bits, at: places[1])
    links = try reader.take([TwitterSearch.Link].self, &bits, at: places[2])
    userMentions = try reader.take([TwitterSearch.Mention].self, &bits, at: places[3])
    media = try reader.take([TwitterSearch.Media]?.self, &bits, at: places[4])
  }
}

extension TwitterSearch.LinkList: ArchivableRecord {
  package static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("urls", \Self.links)
  }

  package func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(links)
    writer.put(bits)
    writer.put(links, at: places[0])
  }

  package init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    links = try reader.take([TwitterSearch.Link].self, &bits, at: places[0])
  }
}

extension TwitterSearch.Link: ArchivableRecord {
  package static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("url", \Self.url)
    fields.add("expanded_url", \Self.expandedURL)
    fields.add("display_url", \Self.displayURL)
    fields.add("indices", \Self.indices)
  }

  package func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(url)
    bits.add(expandedURL)
    bits.add(displayURL)
    bits.add(indices)
    writer.put(bits)
    writer.put(url, at: places[0])
    writer.put(expandedURL, at: places[1])
    writer.put(displayURL, at: places[2])
    writer.put(indices, at: places[3])
  }

  package init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    url = try reader.take(String.self, &bits, at: places[0])
    expandedURL = try reader.take(String.self, &bits, at: places[1])
    displayURL = try reader.take(String.self, &bits, at: places[2])
    indices = try reader.take([UInt8].self, &bits, at: places[3])
  }
}

extension TwitterSearch.Hashtag: ArchivableRecord {
  package static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("text", \Self.text)
    fields.add("indices", \Self.indices)
  }

  package func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(text)
    bits.add(indices)
    writer.put(bits)
    writer.put(text, at: places[0])
    writer.put(indices, at: places[1])
  }

  package init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    text = try reader.take(String.self, &bits, at: places[0])
    indices = try reader.take([UInt8].self, &bits, at: places[1])
  }
}

extension TwitterSearch.Mention: ArchivableRecord {
  package static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("screen_name", \Self.screenName)
    fields.add("name", \Self.name)
    fields.add("id", \Self.id)
    fields.add("id_str", \Self.idText)
    fields.add("indices", \Self.indices)
  }

  package func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(screenName)
    bits.add(name)
    bits.add(id)
    bits.add(idText)
    bits.add(indices)
    writer.put(bits)
    writer.put(screenName, at: places[0])
    writer.put(name, at: places[1])
    writer.put(id, at: places[2])
    writer.put(idText, at: places[3])
    writer.put(indices, at: places[4])
  }

  package init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    screenName = try reader.take(String.self, &bits, at: places[0])
    name = try reader.take(String.self, &bits, at: places[1])
    id = try reader.take(UInt32.self, &bits, at: places[2])
    idText = try reader.take(String.self, &bits, at: places[3])
    indices = try reader.take([UInt8].self, &bits, at: places[4])
  }
}

extension TwitterSearch.Media: ArchivableRecord {
  package static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("id", \Self.id)
    fields.add("id_str", \Self.idText)
    fields.add("indices", \Self.indices)
    fields.add("media_url", \Self.mediaURL)
    fields.add("media_url_https", \Self.mediaSecureURL)
    fields.add("url", \Self.url)
    fields.add("display_url", \Self.displayURL)
    fields.add("expanded_url", \Self.expandedURL)
    fields.add("type", \Self.type)
    fields.add("sizes", \Self.sizes)
    fields.add("source_status_id", \Self.sourceStatusId)
    fields.add("source_status_id_str", \Self.sourceStatusIdText)
  }

  package func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(id)
    bits.add(idText)
    bits.add(indices)
    bits.add(mediaURL)
    bits.add(mediaSecureURL)
    bits.add(url)
    bits.add(displayURL)
    bits.add(expandedURL)
    bits.add(type)
    bits.add(sizes)
    bits.add(sourceStatusId)
    bits.add(sourceStatusIdText)
    writer.put(bits)
    writer.put(id, at: places[0])
    writer.put(idText, at: places[1])
    writer.put(indices, at: places[2])
    writer.put(mediaURL, at: places[3])
    writer.put(mediaSecureURL, at: places[4])
    writer.put(url, at: places[5])
    writer.put(displayURL, at: places[6])
    writer.put(expandedURL, at: places[7])
    writer.put(type, at: places[8])
    writer.put(sizes, at: places[9])
    writer.put(sourceStatusId, at: places[10])
    writer.put(sourceStatusIdText, at: places[11])
  }

  package init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    id = try reader.take(UInt64.self, &bits, at: places[0])
    idText = try reader.take(String.self, &bits, at: places[1])
    indices = try reader.take([UInt8].self, &bits, at: places[2])
    mediaURL = try reader.take(String.self, &bits, at: places[3])
    mediaSecureURL = try reader.take(String.self, &bits, at: places[4])
    url = try reader.take(String.self, &bits, at: places[5])
    displayURL = try reader.take(String.self, &bits, at: places[6])
    expandedURL = try reader.take(String.self, &bits, at: places[7])
    type = try reader.take(String.self, &bits, at: places[8])
    sizes = try reader.take(TwitterSearch.MediaSizes.self, &bits, at: places[9])
    sourceStatusId = try reader.take(UInt64?.self, &bits, at: places[10])
    sourceStatusIdText = try reader.take(String?.self, &bits, at: places[11])
  }
}

extension TwitterSearch.MediaSizes: ArchivableRecord {
  package static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("medium", \Self.medium)
    fields.add("small", \Self.small)
    fields.add("thumb", \Self.thumb)
    fields.add("large", \Self.large)
  }

  package func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(medium)
    bits.add(small)
    bits.add(thumb)
    bits.add(large)
    writer.put(bits)
    writer.put(medium, at: places[0])
    writer.put(small, at: places[1])
    writer.put(thumb, at: places[2])
    writer.put(large, at: places[3])
  }

  package init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    medium = try reader.take(TwitterSearch.MediaSize.self, &bits, at: places[0])
    small = try reader.take(TwitterSearch.MediaSize.self, &bits, at: places[1])
    thumb = try reader.take(TwitterSearch.MediaSize.self, &bits, at: places[2])
    large = try reader.take(TwitterSearch.MediaSize.self, &bits, at: places[3])
  }
}

extension TwitterSearch.MediaSize: ArchivableRecord {
  package static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("w", \Self.width)
    fields.add("h", \Self.height)
    fields.add("resize", \Self.resize)
  }

  package func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(width)
    bits.add(height)
    bits.add(resize)
    writer.put(bits)
    writer.put(width, at: places[0])
    writer.put(height, at: places[1])
    writer.put(resize, at: places[2])
  }

  package init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    width = try reader.take(UInt16.self, &bits, at: places[0])
    height = try reader.take(UInt16.self, &bits, at: places[1])
    resize = try reader.take(String.self, &bits, at: places[2])
  }
}
