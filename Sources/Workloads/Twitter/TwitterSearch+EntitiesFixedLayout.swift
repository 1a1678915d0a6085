extension TwitterSearch.Entities: FixedLayoutCodable {
  package func write(to writer: inout FixedLayoutWriter) {
    hashtags.write(to: &writer)
    symbols.write(to: &writer)
    links.write(to: &writer)
    userMentions.write(to: &writer)
    media.write(to: &writer)
  }

  package init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    hashtags = try reader.value()
    symbols = try reader.value()
    links = try reader.value()
    userMentions = try reader.value()
    media = try reader.value()
  }
}

extension TwitterSearch.LinkList: FixedLayoutCodable {
  package func write(to writer: inout FixedLayoutWriter) {
    links.write(to: &writer)
  }

  package init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    links = try reader.value()
  }
}

extension TwitterSearch.Link: FixedLayoutCodable {
  package func write(to writer: inout FixedLayoutWriter) {
    url.write(to: &writer)
    expandedURL.write(to: &writer)
    displayURL.write(to: &writer)
    indices.write(to: &writer)
  }

  package init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    url = try reader.value()
    expandedURL = try reader.value()
    displayURL = try reader.value()
    indices = try reader.value()
  }
}

extension TwitterSearch.Hashtag: FixedLayoutCodable {
  package func write(to writer: inout FixedLayoutWriter) {
    text.write(to: &writer)
    indices.write(to: &writer)
  }

  package init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    text = try reader.value()
    indices = try reader.value()
  }
}

extension TwitterSearch.Mention: FixedLayoutCodable {
  package func write(to writer: inout FixedLayoutWriter) {
    screenName.write(to: &writer)
    name.write(to: &writer)
    id.write(to: &writer)
    idText.write(to: &writer)
    indices.write(to: &writer)
  }

  package init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    screenName = try reader.value()
    name = try reader.value()
    id = try reader.value()
    idText = try reader.value()
    indices = try reader.value()
  }
}

extension TwitterSearch.Media: FixedLayoutCodable {
  package func write(to writer: inout FixedLayoutWriter) {
    id.write(to: &writer)
    idText.write(to: &writer)
    indices.write(to: &writer)
    mediaURL.write(to: &writer)
    mediaSecureURL.write(to: &writer)
    url.write(to: &writer)
    displayURL.write(to: &writer)
    expandedURL.write(to: &writer)
    type.write(to: &writer)
    sizes.write(to: &writer)
    sourceStatusId.write(to: &writer)
    sourceStatusIdText.write(to: &writer)
  }

  package init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    id = try reader.value()
    idText = try reader.value()
    indices = try reader.value()
    mediaURL = try reader.value()
    mediaSecureURL = try reader.value()
    url = try reader.value()
    displayURL = try reader.value()
    expandedURL = try reader.value()
    type = try reader.value()
    sizes = try reader.value()
    sourceStatusId = try reader.value()
    sourceStatusIdText = try reader.value()
  }
}

extension TwitterSearch.MediaSizes: FixedLayoutCodable {
  package func write(to writer: inout FixedLayoutWriter) {
    medium.write(to: &writer)
    small.write(to: &writer)
    thumb.write(to: &writer)
    large.write(to: &writer)
  }

  package init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    medium = try reader.value()
    small = try reader.value()
    thumb = try reader.value()
    large = try reader.value()
  }
}

extension TwitterSearch.MediaSize: FixedLayoutCodable {
  package func write(to writer: inout FixedLayoutWriter) {
    width.write(to: &writer)
    height.write(to: &writer)
    resize.write(to: &writer)
  }

  package init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    width = try reader.value()
    height = try reader.value()
    resize = try reader.value()
  }
}
