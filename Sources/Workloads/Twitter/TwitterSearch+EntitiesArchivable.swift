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
    let hashtags = try reader.take([TwitterSearch.Hashtag].self, &bits, at: places[0])
    let symbols = try reader.take([String].self, &bits, at: places[1])
    let links = try reader.take([TwitterSearch.Link].self, &bits, at: places[2])
    let userMentions = try reader.take([TwitterSearch.Mention].self, &bits, at: places[3])
    let media = try reader.take([TwitterSearch.Media]?.self, &bits, at: places[4])
    self.hashtags = hashtags
    self.symbols = symbols
    self.links = links
    self.userMentions = userMentions
    self.media = media
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
    let links = try reader.take([TwitterSearch.Link].self, &bits, at: places[0])
    self.links = links
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
    let url = try reader.take(String.self, &bits, at: places[0])
    let expandedURL = try reader.take(String.self, &bits, at: places[1])
    let displayURL = try reader.take(String.self, &bits, at: places[2])
    let indices = try reader.take([UInt8].self, &bits, at: places[3])
    self.url = url
    self.expandedURL = expandedURL
    self.displayURL = displayURL
    self.indices = indices
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
    let text = try reader.take(String.self, &bits, at: places[0])
    let indices = try reader.take([UInt8].self, &bits, at: places[1])
    self.text = text
    self.indices = indices
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
    let screenName = try reader.take(String.self, &bits, at: places[0])
    let name = try reader.take(String.self, &bits, at: places[1])
    let id = try reader.take(UInt32.self, &bits, at: places[2])
    let idText = try reader.take(String.self, &bits, at: places[3])
    let indices = try reader.take([UInt8].self, &bits, at: places[4])
    self.screenName = screenName
    self.name = name
    self.id = id
    self.idText = idText
    self.indices = indices
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
    let id = try reader.take(UInt64.self, &bits, at: places[0])
    let idText = try reader.take(String.self, &bits, at: places[1])
    let indices = try reader.take([UInt8].self, &bits, at: places[2])
    let mediaURL = try reader.take(String.self, &bits, at: places[3])
    let mediaSecureURL = try reader.take(String.self, &bits, at: places[4])
    let url = try reader.take(String.self, &bits, at: places[5])
    let displayURL = try reader.take(String.self, &bits, at: places[6])
    let expandedURL = try reader.take(String.self, &bits, at: places[7])
    let type = try reader.take(String.self, &bits, at: places[8])
    let sizes = try reader.take(TwitterSearch.MediaSizes.self, &bits, at: places[9])
    let sourceStatusId = try reader.take(UInt64?.self, &bits, at: places[10])
    let sourceStatusIdText = try reader.take(String?.self, &bits, at: places[11])
    self.id = id
    self.idText = idText
    self.indices = indices
    self.mediaURL = mediaURL
    self.mediaSecureURL = mediaSecureURL
    self.url = url
    self.displayURL = displayURL
    self.expandedURL = expandedURL
    self.type = type
    self.sizes = sizes
    self.sourceStatusId = sourceStatusId
    self.sourceStatusIdText = sourceStatusIdText
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
    let medium = try reader.take(TwitterSearch.MediaSize.self, &bits, at: places[0])
    let small = try reader.take(TwitterSearch.MediaSize.self, &bits, at: places[1])
    let thumb = try reader.take(TwitterSearch.MediaSize.self, &bits, at: places[2])
    let large = try reader.take(TwitterSearch.MediaSize.self, &bits, at: places[3])
    self.medium = medium
    self.small = small
    self.thumb = thumb
    self.large = large
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
    let width = try reader.take(UInt16.self, &bits, at: places[0])
    let height = try reader.take(UInt16.self, &bits, at: places[1])
    let resize = try reader.take(String.self, &bits, at: places[2])
    self.width = width
    self.height = height
    self.resize = resize
  }
}
