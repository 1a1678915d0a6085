#if SQLite
  /// The columns of a table as the properties of one of its entities.
  struct RowPlan {
    private enum Place {
      case field(CoreDataRow.Origin, String, Int)
      /// A column of the property of another entity, which is null unless the store is malformed.
      case foreign(CoreDataEntity.Column, Int)
    }

    private let places: [Place]
    /// The relationships whose keys are in other tables.
    let linked: [CoreDataRelationship]
    /// The numbers of their links.
    let links: [Int]

    /// - Parameters:
    ///   - columns: The columns that are read, from 0.
    ///   - properties: The names of the properties that are read; nil for all.
    ///   - links: The links that could be read.
    init(
      _ entity: CoreDataEntity, columns: [CoreDataEntity.Column], properties: Set<String>?,
      links: LinkTables
    ) {
      var (linked, numbers): ([CoreDataRelationship], [Int]) = ([], [])
      for relationship in entity.relationships {
        guard let link = relationship.link, properties?.contains(relationship.name) ?? true,
          let number = links.number(of: link)
        else { continue }
        linked.append(relationship)
        numbers.append(number)
      }
      (self.linked, self.links) = (linked, numbers)
      var positions: [String: Int] = [:]
      for (index, column) in columns.enumerated() { positions[column.name] = index }
      var rest = Set(columns.indices)
      var places: [Place] = []
      func add(_ origin: CoreDataRow.Origin, _ name: String, _ names: [String], _ isAmbiguous: Bool)
      {
        guard !isAmbiguous, let column = names.first, let index = positions[column] else { return }
        rest.remove(index)
        places.append(.field(origin, name, index))
      }
      for attribute in entity.attributes {
        add(.attribute(attribute), attribute.name, attribute.columns, attribute.isAmbiguous)
      }
      for relationship in entity.relationships {
        add(
          .relationship(relationship), relationship.name, relationship.columns,
          relationship.isAmbiguous)
      }
      for column in entity.otherColumns {
        if let index = positions[column.name], rest.remove(index) != nil {
          places.append(.field(.column(column), column.name, index))
        }
      }
      places += rest.sorted().map { .foreign(columns[$0], $0) }
      self.places = places
    }

    /// The fields of a row.
    ///
    /// - Parameter value: Returns the value of a column by its place among those that are read.
    func fields(_ value: (Int) -> CoreDataValue) -> [CoreDataRow.Field] {
      var fields: [CoreDataRow.Field] = []
      fields.reserveCapacity(places.count)
      for place in places {
        switch place {
        case .field(let origin, let name, let index):
          fields.append(.init(name: name, origin: origin, value: value(index)))
        case .foreign(let column, let index):
          let value = value(index)
          if !value.isNull {
            fields.append(.init(name: column.name, origin: .column(column), value: value))
          }
        }
      }
      return fields
    }
  }
#endif
