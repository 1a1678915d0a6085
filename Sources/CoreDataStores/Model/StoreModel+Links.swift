#if SQLite
  internal import ArchiveFormat
  internal import GRDB

  extension StoreModel {
    /// Finds the columns of relationships that have none in the table of their own entity.
    ///
    /// Superentities come before their subentities, which share what is found.
    mutating func findLinks(_ tables: TableNames, _ database: Database) throws {
      var finder = LinkFinder(tables: tables)
      var found: [String: [String: CoreDataLink]] = [:]
      for index in order {
        for place in drafts[index].relationships.indices {
          let relationship = drafts[index].relationships[place]
          guard relationship.isToMany || relationship.columns.isEmpty && !relationship.isAmbiguous
          else { continue }
          if relationship.entity == drafts[index].name {
            found[relationship.entity, default: [:]][relationship.name] =
              try finder.link(relationship, self, database)
          }
          drafts[index].relationships[place].link =
            found[relationship.entity]?[relationship.name]
        }
        dropSharedLinks(index)
      }
    }

    /// Leaves out the links that several relationships of an entity have: which one has the keys is not certain.
    private mutating func dropSharedLinks(_ index: Int) {
      var counts: [CoreDataLink: Int] = [:]
      for relationship in drafts[index].relationships {
        if let link = relationship.link { counts[link, default: 0] += 1 }
      }
      for place in drafts[index].relationships.indices {
        if let link = drafts[index].relationships[place].link, counts[link, default: 0] > 1 {
          drafts[index].relationships[place].link = nil
        }
      }
    }
  }

  /// Finds the columns that say which objects a relationship leads to.
  private struct LinkFinder {
    let tables: TableNames
    /// By name of an entity, and by that of a relationship: its place among the relationships of the entity.
    private var places: [String: [String: Int]] = [:]
    /// By name: tables that join; nil for those that do not.
    private var joins: [String: JoinTable?] = [:]

    init(tables: TableNames) { self.tables = tables }

    /// The columns of a relationship; nil where they are not certain.
    mutating func link(
      _ relationship: CoreDataRelationship, _ model: StoreModel, _ database: Database
    ) throws -> CoreDataLink? {
      guard let destination = relationship.destination.flatMap({ model.draft($0) }) else {
        return nil
      }
      let inverse = relationship.inverse.flatMap { self.relationship($0, of: destination) }
      // A relationship back that the destination does not have, or that leads elsewhere, could be any.
      if relationship.inverse != nil {
        guard let inverse, leadsBack(inverse, to: relationship, model) else { return nil }
      }
      if let inverse, !inverse.isToMany { return column(of: inverse, destination, model) }
      return relationship.isToMany
        ? try join(relationship, destination, inverse, model, database) : nil
    }

    private mutating func relationship(
      _ name: String, of entity: StoreModel.Draft
    ) -> CoreDataRelationship? {
      if places[entity.name] == nil {
        var known: [String: Int] = [:]
        for (place, relationship) in entity.relationships.enumerated() {
          known[relationship.name] = place
        }
        places[entity.name] = known
      }
      return places[entity.name]?[name].map { entity.relationships[$0] }
    }

    /// Returns whether an inverse has a relationship as its own inverse, and leads to the table of its entity.
    private func leadsBack(
      _ inverse: CoreDataRelationship, to relationship: CoreDataRelationship, _ model: StoreModel
    ) -> Bool {
      guard inverse.inverse == relationship.name,
        let destination = inverse.destination.flatMap({ model.draft($0) }),
        let source = model.draft(relationship.entity)
      else { return false }
      return destination.root == source.root
    }

    /// The column of the relationship back, in the table of the destination.
    private func column(
      of inverse: CoreDataRelationship, _ destination: StoreModel.Draft, _ model: StoreModel
    ) -> CoreDataLink? {
      guard inverse.columns.count == 1, !inverse.isAmbiguous,
        let shape = model.shapes[destination.root]
      else { return nil }
      let order = TableNames.folded("Z_FOK_" + inverse.name.uppercased())
      return CoreDataLink(
        table: shape.name, sourceColumn: inverse.columns[0], destinationColumn: nil,
        orderColumn: shape.foldedNames[order])
    }

    private mutating func join(
      _ relationship: CoreDataRelationship, _ destination: StoreModel.Draft,
      _ inverse: CoreDataRelationship?, _ model: StoreModel, _ database: Database
    ) throws -> CoreDataLink? {
      // The two columns of a relationship that is its own inverse are not told apart.
      if let inverse, inverse.entity == relationship.entity, inverse.name == relationship.name {
        return nil
      }
      guard let own = model.draft(relationship.entity)?.number else { return nil }
      let others = [inverse?.entity, destination.name]
        .compactMap { $0.flatMap { model.draft($0)?.number } }
      let name = relationship.name.uppercased()
      let back = inverse?.name.uppercased()
      let candidates =
        ["Z_\(own)\(name)"] + (back.map { back in others.map { "Z_\($0)\(back)" } } ?? [])
      for candidate in candidates {
        guard let table = try join(candidate, database) else { continue }
        let targets = others.map { "Z_\($0)\(name)" }
        guard
          let (source, target) = Self.columns(
            of: table, source: back.map { "Z_\(own)\($0)" }, targets: targets)
        else { continue }
        return CoreDataLink(
          table: table.name, sourceColumn: source, destinationColumn: target,
          orderColumn: table["Z_FOK_" + target.dropFirst(2)])
      }
      return nil
    }

    private mutating func join(_ name: String, _ database: Database) throws -> JoinTable? {
      guard let table = tables[name] else { return nil }
      if let known = joins[table] { return known }
      let join = try JoinTable(table, database)
      joins[table] = .some(join)
      return join
    }

    /// The columns of the source and the destination in a table; nil if either could be the other.
    private static func columns(
      of table: JoinTable, source: String?, targets: [String]
    ) -> (source: String, target: String)? {
      guard table.keyColumns.count == 2 else { return nil }
      func other(_ column: String) -> String? { table.keyColumns.first { $0 != column } }
      let target = targets.lazy.compactMap { table[$0] }.first
      let found = source.flatMap { table[$0] }
      switch (found, target) {
      case (let found?, let target?): return found == target ? nil : (found, target)
      case (nil, let target?):
        guard let rest = other(target), source.map({ isNumbered(rest, $0) }) ?? true else {
          return nil
        }
        return (rest, target)
      case (let found?, nil):
        guard let rest = other(found), targets.contains(where: { isNumbered(rest, $0) }) else {
          return nil
        }
        return (found, rest)
      case (nil, nil): return nil
      }
    }

    /// True for a name with a number behind it, which Core Data puts there if columns of one table have one name.
    private static func isNumbered(_ column: String, _ name: String) -> Bool {
      let (column, name) = (TableNames.folded(column), TableNames.folded(name))
      let digits = column.utf8.dropFirst(name.utf8.count)
      return column.hasPrefix(name) && !digits.isEmpty
        && digits.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    }
  }
#endif
