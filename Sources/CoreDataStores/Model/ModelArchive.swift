#if SQLite
  internal import ArchiveCompression
  internal import ArchiveFormat
  internal import FoundationArchiveFormat
  internal import PropertyListFormat

  /// The model that a store carries: an archive of an `NSManagedObjectModel`, as a raw deflate stream.
  ///
  /// An archive is a graph with cycles: entities know their properties, and properties their entity. Nothing here walks along them; the
  /// objects of the archive are looked at one by one, and each property says itself whose it is.
  struct ModelArchive {
    /// An entity, with the properties that the archive has under it.
    struct Entity {
      var name: String
      var superentity: String?
      var isAbstract: Bool
      var className: String?
      var attributes: [CoreDataAttribute] = []
      var relationships: [CoreDataRelationship] = []
    }

    private(set) var entities: [Entity] = []
    private var positions: [Int: Int] = [:]
    private let graph: FoundationGraph
    private let charge: ReadingCharge

    /// Reads the content of `Z_MODELCACHE.Z_CONTENT`.
    ///
    /// - Throws: ``ArchiveError`` of the stream, of the archive, or ``ArchiveError/Code/malformedStore``.
    init(_ bytes: [UInt8], limits: CoreDataLimits) throws(ArchiveError) {
      let archive = try Zlib.inflated(bytes[...], .raw, limits: limits.inflation)
      graph = try FoundationGraph(archive, limits: limits.propertyLists)
      charge = ReadingCharge(graph.list)
      for entry in graph.objects where try isOf("NSEntityDescription", entry) {
        guard entities.count < limits.maximumEntityCount else {
          throw ArchiveError(
            .limitExceeded, "the model has more than \(limits.maximumEntityCount) entities",
            byteOffset: graph.list.byteOffset(of: graph.node(of: entry)))
        }
        let fields = try fields(entry)
        positions[entry] = entities.count
        entities.append(
          Entity(
            name: try needed(try text(fields, "NSEntityName"), "an entity has no name"),
            superentity: try superentity(fields),
            isAbstract: try isTrue(fields, "NSIsAbstract"),
            className: try text(fields, "NSClassNameForEntity")))
      }
      for entry in graph.objects { try readProperty(entry) }
      for index in entities.indices {
        entities[index].attributes.sort { $0.name < $1.name }
        entities[index].relationships.sort { $0.name < $1.name }
      }
    }

    private mutating func readProperty(_ entry: Int) throws(ArchiveError) {
      let isAttribute = try isOf("NSAttributeDescription", entry)
      if !isAttribute { guard try isOf("NSRelationshipDescription", entry) else { return } }
      let fields = try fields(entry)
      guard let owner = try target(fields, "NSEntity"), let position = positions[owner] else {
        return
      }
      let name = try needed(try text(fields, "NSPropertyName"), "a property has no name")
      if isAttribute {
        entities[position].attributes.append(
          CoreDataAttribute(
            name: name,
            kind: .init(rawValue: try integer(fields, "NSAttributeType") ?? 0),
            valueClassName: try text(fields, "NSAttributeValueClassName"),
            transformerName: try text(fields, "NSValueTransformerName"),
            isOptional: try isTrue(fields, "NSIsOptional"),
            isTransient: try isTrue(fields, "NSIsTransient")))
      } else {
        var destination = try text(fields, "_NSDestinationEntityName")
        if destination == nil {
          destination = entityName(try target(fields, "NSDestinationEntity"))
        }
        entities[position].relationships.append(
          CoreDataRelationship(
            name: name,
            entity: entities[position].name,
            destination: destination,
            inverse: try text(fields, "_NSInverseRelationshipName"),
            // Zero stands for any number.
            isToMany: try integer(fields, "NSMaxCount") ?? 0 != 1,
            isOptional: try isTrue(fields, "NSIsOptional")))
      }
    }

    private func entityName(_ entry: Int?) -> String? {
      entry.flatMap { positions[$0] }.map { entities[$0].name }
    }

    private func superentity(_ fields: ObjectFields) throws(ArchiveError) -> String? {
      guard let entry = try target(fields, "NSSuperentity") else { return nil }
      return try needed(
        try text(try self.fields(entry), "NSEntityName"), "a superentity has no name")
    }

    /// Returns whether an object is of a class, or of a subclass as the archive says.
    private func isOf(_ name: String, _ entry: Int) throws(ArchiveError) -> Bool {
      guard let objectClass = graph.objectClass(of: entry) else { return false }
      return graph.list.isEqual(objectClass.name, to: name)
        || objectClass.chain.contains { graph.list.isEqual($0, to: name) }
    }

    private func fields(_ entry: Int) throws(ArchiveError) -> ObjectFields {
      try ObjectFields(graph, graph.node(of: entry), charge)
    }

    /// The entry of `$objects` that a field refers to.
    private func target(_ fields: ObjectFields, _ name: String) throws(ArchiveError) -> Int? {
      guard let node = try fields.node(name),
        case .reference(let number) = try graph.list.value(of: node)
      else { return nil }
      return Int(exactly: number)
    }

    private func text(_ fields: ObjectFields, _ name: String) throws(ArchiveError) -> String? {
      guard let node = try fields.node(name) else { return nil }
      return String(decoding: try checked(name) { try fields.text(node) }, as: UTF8.self)
    }

    private func integer(_ fields: ObjectFields, _ name: String) throws(ArchiveError) -> Int? {
      guard let node = try fields.node(name) else { return nil }
      return try Int(exactly: checked(name) { try fields.integer(node) })
    }

    private func isTrue(_ fields: ObjectFields, _ name: String) throws(ArchiveError) -> Bool {
      guard let node = try fields.node(name) else { return false }
      return try checked(name) { try fields.isTrue(node) }
    }

    private func checked<Value>(
      _ name: String, _ body: () throws -> Value
    ) throws(ArchiveError) -> Value {
      do {
        return try body()
      } catch {
        throw error as? ArchiveError
          ?? ArchiveError(.malformedStore, "the model has a field \(name) of another kind")
      }
    }

    private func needed(_ text: String?, _ message: String) throws(ArchiveError) -> String {
      guard let text else { throw ArchiveError(.malformedStore, "in the model \(message)") }
      return text
    }
  }
#endif
