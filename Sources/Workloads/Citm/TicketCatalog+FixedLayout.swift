extension TicketCatalog: FixedLayoutDocument {
  package func write(to writer: inout FixedLayoutWriter) {
    areaNames.write(to: &writer)
    audienceSubCategoryNames.write(to: &writer)
    blockNames.write(to: &writer)
    events.write(to: &writer)
    performances.write(to: &writer)
    seatCategoryNames.write(to: &writer)
    subTopicNames.write(to: &writer)
    subjectNames.write(to: &writer)
    topicNames.write(to: &writer)
    topicSubTopics.write(to: &writer)
    venueNames.write(to: &writer)
  }

  package init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    areaNames = try reader.value()
    audienceSubCategoryNames = try reader.value()
    blockNames = try reader.value()
    events = try reader.value()
    performances = try reader.value()
    seatCategoryNames = try reader.value()
    subTopicNames = try reader.value()
    subjectNames = try reader.value()
    topicNames = try reader.value()
    topicSubTopics = try reader.value()
    venueNames = try reader.value()
  }
}

extension TicketCatalog.Event: FixedLayoutCodable {
  package func write(to writer: inout FixedLayoutWriter) {
    description.write(to: &writer)
    id.write(to: &writer)
    logo.write(to: &writer)
    name.write(to: &writer)
    subTopicIds.write(to: &writer)
    subjectCode.write(to: &writer)
    subtitle.write(to: &writer)
    topicIds.write(to: &writer)
  }

  package init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    description = try reader.value()
    id = try reader.value()
    logo = try reader.value()
    name = try reader.value()
    subTopicIds = try reader.value()
    subjectCode = try reader.value()
    subtitle = try reader.value()
    topicIds = try reader.value()
  }
}

extension TicketCatalog.Performance: FixedLayoutCodable {
  package func write(to writer: inout FixedLayoutWriter) {
    eventId.write(to: &writer)
    id.write(to: &writer)
    logo.write(to: &writer)
    name.write(to: &writer)
    prices.write(to: &writer)
    seatCategories.write(to: &writer)
    seatMapImage.write(to: &writer)
    start.write(to: &writer)
    venueCode.write(to: &writer)
  }

  package init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    eventId = try reader.value()
    id = try reader.value()
    logo = try reader.value()
    name = try reader.value()
    prices = try reader.value()
    seatCategories = try reader.value()
    seatMapImage = try reader.value()
    start = try reader.value()
    venueCode = try reader.value()
  }
}

extension TicketCatalog.Price: FixedLayoutCodable {
  package func write(to writer: inout FixedLayoutWriter) {
    amount.write(to: &writer)
    audienceSubCategoryId.write(to: &writer)
    seatCategoryId.write(to: &writer)
  }

  package init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    amount = try reader.value()
    audienceSubCategoryId = try reader.value()
    seatCategoryId = try reader.value()
  }
}

extension TicketCatalog.SeatCategory: FixedLayoutCodable {
  package func write(to writer: inout FixedLayoutWriter) {
    areas.write(to: &writer)
    seatCategoryId.write(to: &writer)
  }

  package init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    areas = try reader.value()
    seatCategoryId = try reader.value()
  }
}

extension TicketCatalog.Area: FixedLayoutCodable {
  package func write(to writer: inout FixedLayoutWriter) {
    areaId.write(to: &writer)
    blockIds.write(to: &writer)
  }

  package init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    areaId = try reader.value()
    blockIds = try reader.value()
  }
}
