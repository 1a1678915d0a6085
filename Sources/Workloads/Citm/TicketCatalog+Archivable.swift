package import KeyedArchives

extension TicketCatalog: ArchivableRecord {
  package static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("areaNames", \Self.areaNames)
    fields.add("audienceSubCategoryNames", \Self.audienceSubCategoryNames)
    fields.add("blockNames", \Self.blockNames)
    fields.add("events", \Self.events)
    fields.add("performances", \Self.performances)
    fields.add("seatCategoryNames", \Self.seatCategoryNames)
    fields.add("subTopicNames", \Self.subTopicNames)
    fields.add("subjectNames", \Self.subjectNames)
    fields.add("topicNames", \Self.topicNames)
    fields.add("topicSubTopics", \Self.topicSubTopics)
    fields.add("venueNames", \Self.venueNames)
  }

  package func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(areaNames)
    bits.add(audienceSubCategoryNames)
    bits.add(blockNames)
    bits.add(events)
    bits.add(performances)
    bits.add(seatCategoryNames)
    bits.add(subTopicNames)
    bits.add(subjectNames)
    bits.add(topicNames)
    bits.add(topicSubTopics)
    bits.add(venueNames)
    writer.put(bits)
    writer.put(areaNames, at: places[0])
    writer.put(audienceSubCategoryNames, at: places[1])
    writer.put(blockNames, at: places[2])
    writer.put(events, at: places[3])
    writer.put(performances, at: places[4])
    writer.put(seatCategoryNames, at: places[5])
    writer.put(subTopicNames, at: places[6])
    writer.put(subjectNames, at: places[7])
    writer.put(topicNames, at: places[8])
    writer.put(topicSubTopics, at: places[9])
    writer.put(venueNames, at: places[10])
  }

  package init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    let areaNames = try reader.take([String: String].self, &bits, at: places[0])
    let audienceSubCategoryNames = try reader.take([String: String].self, &bits, at: places[1])
    let blockNames = try reader.take([String: String].self, &bits, at: places[2])
    let events = try reader.take([String: TicketCatalog.Event].self, &bits, at: places[3])
    let performances = try reader.take([TicketCatalog.Performance].self, &bits, at: places[4])
    let seatCategoryNames = try reader.take([String: String].self, &bits, at: places[5])
    let subTopicNames = try reader.take([String: String].self, &bits, at: places[6])
    let subjectNames = try reader.take([String: String].self, &bits, at: places[7])
    let topicNames = try reader.take([String: String].self, &bits, at: places[8])
    let topicSubTopics = try reader.take([String: [UInt32]].self, &bits, at: places[9])
    let venueNames = try reader.take([String: String].self, &bits, at: places[10])
    self.areaNames = areaNames
    self.audienceSubCategoryNames = audienceSubCategoryNames
    self.blockNames = blockNames
    self.events = events
    self.performances = performances
    self.seatCategoryNames = seatCategoryNames
    self.subTopicNames = subTopicNames
    self.subjectNames = subjectNames
    self.topicNames = topicNames
    self.topicSubTopics = topicSubTopics
    self.venueNames = venueNames
  }
}

extension TicketCatalog.Event: ArchivableRecord {
  package static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("description", \Self.description)
    fields.add("id", \Self.id)
    fields.add("logo", \Self.logo)
    fields.add("name", \Self.name)
    fields.add("subTopicIds", \Self.subTopicIds)
    fields.add("subjectCode", \Self.subjectCode)
    fields.add("subtitle", \Self.subtitle)
    fields.add("topicIds", \Self.topicIds)
  }

  package func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(description)
    bits.add(id)
    bits.add(logo)
    bits.add(name)
    bits.add(subTopicIds)
    bits.add(subjectCode)
    bits.add(subtitle)
    bits.add(topicIds)
    writer.put(bits)
    writer.put(description, at: places[0])
    writer.put(id, at: places[1])
    writer.put(logo, at: places[2])
    writer.put(name, at: places[3])
    writer.put(subTopicIds, at: places[4])
    writer.put(subjectCode, at: places[5])
    writer.put(subtitle, at: places[6])
    writer.put(topicIds, at: places[7])
  }

  package init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    let description = try reader.take(String?.self, &bits, at: places[0])
    let id = try reader.take(UInt32.self, &bits, at: places[1])
    let logo = try reader.take(String?.self, &bits, at: places[2])
    let name = try reader.take(String.self, &bits, at: places[3])
    let subTopicIds = try reader.take([UInt32].self, &bits, at: places[4])
    let subjectCode = try reader.take(String?.self, &bits, at: places[5])
    let subtitle = try reader.take(String?.self, &bits, at: places[6])
    let topicIds = try reader.take([UInt32].self, &bits, at: places[7])
    self.description = description
    self.id = id
    self.logo = logo
    self.name = name
    self.subTopicIds = subTopicIds
    self.subjectCode = subjectCode
    self.subtitle = subtitle
    self.topicIds = topicIds
  }
}

extension TicketCatalog.Performance: ArchivableRecord {
  package static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("eventId", \Self.eventId)
    fields.add("id", \Self.id)
    fields.add("logo", \Self.logo)
    fields.add("name", \Self.name)
    fields.add("prices", \Self.prices)
    fields.add("seatCategories", \Self.seatCategories)
    fields.add("seatMapImage", \Self.seatMapImage)
    fields.add("start", \Self.start)
    fields.add("venueCode", \Self.venueCode)
  }

  package func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(eventId)
    bits.add(id)
    bits.add(logo)
    bits.add(name)
    bits.add(prices)
    bits.add(seatCategories)
    bits.add(seatMapImage)
    bits.add(start)
    bits.add(venueCode)
    writer.put(bits)
    writer.put(eventId, at: places[0])
    writer.put(id, at: places[1])
    writer.put(logo, at: places[2])
    writer.put(name, at: places[3])
    writer.put(prices, at: places[4])
    writer.put(seatCategories, at: places[5])
    writer.put(seatMapImage, at: places[6])
    writer.put(start, at: places[7])
    writer.put(venueCode, at: places[8])
  }

  package init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    let eventId = try reader.take(UInt32.self, &bits, at: places[0])
    let id = try reader.take(UInt32.self, &bits, at: places[1])
    let logo = try reader.take(String?.self, &bits, at: places[2])
    let name = try reader.take(String?.self, &bits, at: places[3])
    let prices = try reader.take([TicketCatalog.Price].self, &bits, at: places[4])
    let seatCategories = try reader.take([TicketCatalog.SeatCategory].self, &bits, at: places[5])
    let seatMapImage = try reader.take(String?.self, &bits, at: places[6])
    let start = try reader.take(UInt64.self, &bits, at: places[7])
    let venueCode = try reader.take(String.self, &bits, at: places[8])
    self.eventId = eventId
    self.id = id
    self.logo = logo
    self.name = name
    self.prices = prices
    self.seatCategories = seatCategories
    self.seatMapImage = seatMapImage
    self.start = start
    self.venueCode = venueCode
  }
}

extension TicketCatalog.Price: ArchivableRecord {
  package static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("amount", \Self.amount)
    fields.add("audienceSubCategoryId", \Self.audienceSubCategoryId)
    fields.add("seatCategoryId", \Self.seatCategoryId)
  }

  package func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(amount)
    bits.add(audienceSubCategoryId)
    bits.add(seatCategoryId)
    writer.put(bits)
    writer.put(amount, at: places[0])
    writer.put(audienceSubCategoryId, at: places[1])
    writer.put(seatCategoryId, at: places[2])
  }

  package init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    let amount = try reader.take(UInt32.self, &bits, at: places[0])
    let audienceSubCategoryId = try reader.take(UInt32.self, &bits, at: places[1])
    let seatCategoryId = try reader.take(UInt32.self, &bits, at: places[2])
    self.amount = amount
    self.audienceSubCategoryId = audienceSubCategoryId
    self.seatCategoryId = seatCategoryId
  }
}

extension TicketCatalog.SeatCategory: ArchivableRecord {
  package static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("areas", \Self.areas)
    fields.add("seatCategoryId", \Self.seatCategoryId)
  }

  package func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(areas)
    bits.add(seatCategoryId)
    writer.put(bits)
    writer.put(areas, at: places[0])
    writer.put(seatCategoryId, at: places[1])
  }

  package init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    let areas = try reader.take([TicketCatalog.Area].self, &bits, at: places[0])
    let seatCategoryId = try reader.take(UInt32.self, &bits, at: places[1])
    self.areas = areas
    self.seatCategoryId = seatCategoryId
  }
}

extension TicketCatalog.Area: ArchivableRecord {
  package static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("areaId", \Self.areaId)
    fields.add("blockIds", \Self.blockIds)
  }

  package func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(areaId)
    bits.add(blockIds)
    writer.put(bits)
    writer.put(areaId, at: places[0])
    writer.put(blockIds, at: places[1])
  }

  package init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    let areaId = try reader.take(UInt32.self, &bits, at: places[0])
    let blockIds = try reader.take([UInt32].self, &bits, at: places[1])
    self.areaId = areaId
    self.blockIds = blockIds
  }
}
