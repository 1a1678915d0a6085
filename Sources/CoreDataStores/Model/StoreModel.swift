#if SQLite
  internal import ArchiveFormat
  internal import GRDB

  /// Puts the entities of `Z_PRIMARYKEY`, the model and the tables together.
  struct StoreModel {
    /// The first number of the entities that Core Data adds for the history and for CloudKit. Models do not have them.
    private static let firstOwnNumber = 16_000

    struct Draft {
      var name: String
      var number: Int64?
      var superentity: String?
      var archived: ModelArchive.Entity?
      var depth = 0
      var root: String
      var attributes: [CoreDataAttribute] = []
      var relationships: [CoreDataRelationship] = []
    }

    var drafts: [Draft] = []
    private var positions: [String: Int] = [:]
    private var findings: [ArchiveError]
    private(set) var shapes: [String: TableShape] = [:]
    private var columnNames: [String: ColumnNames] = [:]

    /// Reads the tables of the entities.
    ///
    /// - Parameter archive: The model; nil if the store carries none.
    static func model(
      _ rows: EntityRows, _ archive: ModelArchive?, _ tables: TableNames, _ database: Database,
      limits: CoreDataLimits, findings: [ArchiveError]
    ) throws -> CoreDataModel {
      var model = StoreModel(findings: rows.findings + findings)
      model.addEntities(rows.entities, archive)
      model.findRoots()
      try model.readTables(tables, database)
      try model.inherit(limits.maximumPropertyCount)
      try model.findLinks(tables, database)
      return model.model(hasArchive: archive != nil, tables)
    }

    /// The entities of a model by itself, without a store.
    static func model(
      _ archive: ModelArchive, limits: CoreDataLimits
    ) throws(ArchiveError) -> CoreDataModel {
      var model = StoreModel(findings: [])
      model.addEntities([], archive)
      model.findRoots()
      try model.inherit(limits.maximumPropertyCount)
      return model.model(hasArchive: true, TableNames())
    }

    /// The places of entities, those of superentities before those of their subentities.
    var order: [Int] { drafts.indices.sorted { drafts[$0].depth < drafts[$1].depth } }

    /// The entity of a name.
    func draft(_ name: String) -> Draft? { positions[name].map { drafts[$0] } }

    private init(findings: [ArchiveError]) { self.findings = findings }

    private mutating func addEntities(_ rows: [EntityRows.Entity], _ archive: ModelArchive?) {
      var archived: [String: ModelArchive.Entity] = [:]
      for entity in archive?.entities ?? [] {
        if archived.updateValue(entity, forKey: entity.name) != nil {
          report("the model has two entities named \(entity.name)")
        }
      }
      var names: [Int64: String] = [:]
      for row in rows { names[row.number] = row.name }
      for row in rows.sorted(by: { $0.number < $1.number }) {
        let entity = archived.removeValue(forKey: row.name)
        let above = row.superNumber.flatMap { names[$0] }
        if row.superNumber != nil, above == nil {
          report("the superentity of \(row.name) is not in Z_PRIMARYKEY")
        }
        if archive != nil, entity == nil, row.number < Self.firstOwnNumber {
          report("the model has no entity \(row.name)")
        }
        add(
          Draft(
            name: row.name, number: row.number, superentity: above, archived: entity, root: row.name
          ))
      }
      for entity in archive?.entities ?? [] {
        // A model has the entities of all its configurations, and a store may have those of one.
        guard let rest = archived.removeValue(forKey: entity.name) else { continue }
        add(Draft(name: rest.name, superentity: rest.superentity, archived: rest, root: rest.name))
      }
    }

    private mutating func add(_ draft: Draft) {
      positions[draft.name] = drafts.count
      drafts.append(draft)
    }

    private mutating func report(_ message: String) {
      findings.append(ArchiveError(.malformedStore, message))
    }

    /// Finds the outermost superentity of each entity. A superentity that is above itself is none.
    private mutating func findRoots() {
      var isFound = Array(repeating: false, count: drafts.count)
      for start in drafts.indices where !isFound[start] {
        var way: [Int] = []
        var open: Set<Int> = []
        var next: Int? = start
        while let index = next, !isFound[index] {
          guard open.insert(index).inserted else {
            report("the entity \(drafts[index].name) is above itself")
            drafts[way[way.count - 1]].superentity = nil
            break
          }
          way.append(index)
          next = drafts[index].superentity.flatMap { positions[$0] }
          if next == nil { drafts[index].superentity = nil }
        }
        for index in way.reversed() {
          if let above = drafts[index].superentity.flatMap({ positions[$0] }) {
            drafts[index].root = drafts[above].root
            drafts[index].depth = drafts[above].depth + 1
          }
          isFound[index] = true
        }
      }
    }

    private mutating func readTables(_ tables: TableNames, _ database: Database) throws {
      var owners: [String: String] = [:]
      for root in drafts where root.depth == 0 {
        let isOwn = root.number.map { $0 >= Self.firstOwnNumber } ?? false
        let own = isOwn ? tables["A" + root.name.uppercased()] : nil
        guard let name = own ?? tables["Z" + root.name.uppercased()] else {
          // An entity without a number never had a row.
          if root.number != nil { report("there is no table of the entity \(root.name)") }
          continue
        }
        guard owners[name] == nil else {
          report(
            "the table \(name) is that of the entity \(owners[name] ?? "") and of \(root.name)")
          continue
        }
        owners[name] = root.name
        do {
          let shape = try TableShape(name, database)
          shapes[root.name] = shape
          columnNames[root.name] = ColumnNames(shape)
        } catch let error as ArchiveError {
          findings.append(error)
        }
      }
    }

    /// Gives entities the properties of those above, and all properties their columns.
    private mutating func inherit(_ maximumPropertyCount: Int) throws(ArchiveError) {
      var propertyCount = 0
      let order = order
      for index in order {
        let above = drafts[index].superentity.flatMap { positions[$0] }.map { drafts[$0] }
        let root = drafts[index].root
        var attributes = above?.attributes ?? []
        var relationships = above?.relationships ?? []
        var known = Set(attributes.map(\.name)).union(relationships.map(\.name))
        for attribute in drafts[index].archived?.attributes ?? []
        where known.insert(attribute.name).inserted {
          attributes.append(attribute)
          if !attribute.isTransient { columnNames[root]?.add(attribute.name) }
        }
        for relationship in drafts[index].archived?.relationships ?? []
        where known.insert(relationship.name).inserted {
          relationships.append(relationship)
          if !relationship.isToMany { columnNames[root]?.add(relationship.name) }
        }
        propertyCount += attributes.count + relationships.count
        guard propertyCount <= maximumPropertyCount else {
          throw ArchiveError(
            .limitExceeded, "the entities have more than \(maximumPropertyCount) properties")
        }
        if above != nil {
          attributes.sort { $0.name < $1.name }
          relationships.sort { $0.name < $1.name }
        }
        drafts[index].attributes = attributes
        drafts[index].relationships = relationships
      }
      for index in order {
        guard let names = columnNames[drafts[index].root] else { continue }
        for place in drafts[index].attributes.indices
        where !drafts[index].attributes[place].isTransient {
          let found = names.columns(of: drafts[index].attributes[place].name)
          drafts[index].attributes[place].columns = found.names
          drafts[index].attributes[place].isAmbiguous = found.isAmbiguous
        }
        for place in drafts[index].relationships.indices
        where !drafts[index].relationships[place].isToMany {
          let found = names.columns(of: drafts[index].relationships[place].name)
          drafts[index].relationships[place].columns = found.names
          drafts[index].relationships[place].isAmbiguous = found.isAmbiguous
        }
      }
    }

    /// The columns that belong to no property for certain, by root.
    private func otherColumns() -> [String: [CoreDataEntity.Column]] {
      var certain: [String: Set<String>] = [:]
      for draft in drafts {
        for attribute in draft.attributes where !attribute.isAmbiguous {
          certain[draft.root, default: []].formUnion(attribute.columns)
        }
        for relationship in draft.relationships where !relationship.isAmbiguous {
          certain[draft.root, default: []].formUnion(relationship.columns)
        }
      }
      var others: [String: [CoreDataEntity.Column]] = [:]
      for (root, shape) in shapes {
        let taken = certain[root] ?? []
        others[root] = shape.columns.filter {
          !taken.contains($0.name) && TableNames.folded($0.name) != "Z_OPT"
        }
      }
      return others
    }

    private func otherTables(_ tables: TableNames) -> [String] {
      var known = Set(shapes.values.map(\.name))
      known.formUnion(["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"].compactMap { tables[$0] })
      for draft in drafts { known.formUnion(draft.relationships.compactMap { $0.link?.table }) }
      return tables.all.filter { !known.contains($0) && !$0.hasPrefix("sqlite_") }.sorted()
    }

    private func model(hasArchive: Bool, _ tables: TableNames) -> CoreDataModel {
      let others = otherColumns()
      var entities: [String: CoreDataEntity] = [:]
      for draft in drafts {
        entities[draft.name] = CoreDataEntity(
          name: draft.name, number: draft.number, superentity: draft.superentity, root: draft.root,
          isAbstract: draft.archived?.isAbstract, className: draft.archived?.className,
          table: shapes[draft.root]?.name, attributes: draft.attributes,
          relationships: draft.relationships, otherColumns: others[draft.root] ?? [])
      }
      return CoreDataModel(
        source: hasArchive ? .modelCache : .tables, entities: entities,
        names: drafts.map(\.name),
        members: Dictionary(grouping: drafts.map(\.name)) { entities[$0]?.root ?? $0 },
        otherTables: otherTables(tables),
        findings: findings)
    }
  }
#endif
