#if Benchmarks
  import SwiftProtobuf
  import Workloads

  extension TicketCatalog: ProtobufConvertible {
    var message: ProtoTicketCatalog {
      .with {
        $0.areaNames = areaNames
        $0.audienceSubCategoryNames = audienceSubCategoryNames
        $0.blockNames = blockNames
        $0.events = events.mapValues(\.message)
        $0.performances = performances.map(\.message)
        $0.seatCategoryNames = seatCategoryNames
        $0.subTopicNames = subTopicNames
        $0.subjectNames = subjectNames
        $0.topicNames = topicNames
        $0.topicSubTopics = topicSubTopics.mapValues { ids in .with { $0.ids = ids } }
        $0.venueNames = venueNames
      }
    }
  }

  extension TicketCatalog.Event {
    fileprivate var message: ProtoTicketCatalog.Event {
      .with {
        if let description { $0.description_p = description }
        $0.id = id
        if let logo { $0.logo = logo }
        $0.name = name
        $0.subTopicIds = subTopicIds
        if let subjectCode { $0.subjectCode = subjectCode }
        if let subtitle { $0.subtitle = subtitle }
        $0.topicIds = topicIds
      }
    }
  }

  extension TicketCatalog.Performance {
    fileprivate var message: ProtoTicketCatalog.Performance {
      .with {
        $0.eventID = eventId
        $0.id = id
        if let logo { $0.logo = logo }
        if let name { $0.name = name }
        $0.prices = prices.map(\.message)
        $0.seatCategories = seatCategories.map(\.message)
        if let seatMapImage { $0.seatMapImage = seatMapImage }
        $0.start = start
        $0.venueCode = venueCode
      }
    }
  }

  extension TicketCatalog.Price {
    fileprivate var message: ProtoTicketCatalog.Price {
      .with {
        $0.amount = amount
        $0.audienceSubCategoryID = audienceSubCategoryId
        $0.seatCategoryID = seatCategoryId
      }
    }
  }

  extension TicketCatalog.SeatCategory {
    fileprivate var message: ProtoTicketCatalog.SeatCategory {
      .with {
        $0.areas = areas.map(\.message)
        $0.seatCategoryID = seatCategoryId
      }
    }
  }

  extension TicketCatalog.Area {
    fileprivate var message: ProtoTicketCatalog.Area {
      .with {
        $0.areaID = areaId
        $0.blockIds = blockIds
      }
    }
  }
#endif
