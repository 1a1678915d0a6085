#if SQLite
  internal import ArchiveFormat
  @_spi(Fuzzing) internal import CoreDataStores
  internal import FoundationArchiveFormat
  internal import PropertyListFormat
#endif

/// Reads bytes as a store of Core Data's holds them, without a database: as its model, or as a value. Without the trait `SQLite` it does nothing.
///
/// Bit 0 of the option chooses a model or a value. Bit 1 says that the model is a deflate stream; without it, the content is the archive, and
/// is put into a stream first. The switches choose what is tried beside.
public enum ModelOracle {
  /// Reads the content of an input.
  public static func run(_ bytes: [UInt8]) {
    #if SQLite
      let input = FuzzInput(bytes)
      if input.option & 1 == 1 {
        ValueOracle(input).check()
      } else if input.option & 2 == 2 {
        checkStream(input.content)
      } else {
        checkArchive(input.content, input.switches & 7)
      }
    #endif
  }
}

#if SQLite
  extension ModelOracle {
    /// Limits under which an input takes milliseconds.
    static let limits = {
      var limits = CoreDataLimits()
      limits.propertyLists.maximumValueCount = 100_000
      limits.propertyLists.baseTextByteCount = 1 << 20
      limits.inflation = FuzzLimits.small
      limits.maximumEntityCount = 5
      limits.maximumPropertyCount = 12
      return limits
    }()

    private static let codes: Set<ArchiveError.Code> = [
      .malformed, .limitExceeded, .notPropertyList, .malformedPropertyList, .notKeyedArchive,
      .referenceOutOfRange, .malformedClass, .unsupportedArchiveVersion, .malformedStore,
    ]

    private static func checkStream(_ stream: [UInt8]) {
      do throws(ArchiveError) {
        try check(CoreDataModel(cache: stream, limits: limits), stream)
      } catch {
        // The place of an error is in the archive.
        check(error, in: limits.inflation.maximumInflatedByteCount)
      }
    }

    private static func checkArchive(_ archive: [UInt8], _ choice: UInt8) {
      guard archive.count <= UInt16.max else { return }
      let stream = stored(archive)
      do throws(ArchiveError) {
        let model = try CoreDataModel(cache: stream, limits: limits)
        try check(model, choice == 0 ? stream : nil)
        checkLimits(stream, archive.count, choice)
      } catch {
        check(error, in: archive.count)
      }
    }

    private static func check(_ error: ArchiveError, in byteCount: Int) {
      Oracle.check(error, in: byteCount)
      Oracle.require(codes.contains(error.code), "an error of a model is \(error)")
    }

    /// Bytes as a deflate stream of one block that is not packed: RFC 1951, section 3.2.4.
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
      let count = UInt16(bytes.count)
      return [1] + Varint.little(count) + Varint.little(~count) + bytes
    }

    /// Reads a stream that is read with limits that are too low by one, and with a byte more or less.
    private static func checkLimits(_ stream: [UInt8], _ byteCount: Int, _ choice: UInt8) {
      var other = limits
      switch choice {
      case 1:
        other.inflation.maximumInflatedByteCount = byteCount - 1
        requireRefusal(stream, other, .limitExceeded)
        other.inflation.maximumInflatedByteCount = byteCount
        requireReading(stream, other)
      case 2:
        other.propertyLists.maximumByteCount = byteCount - 1
        requireRefusal(stream, other, .limitExceeded)
        other.propertyLists.maximumByteCount = byteCount
        requireReading(stream, other)
      case 3: requireRefusal(stream.dropLast(), limits, .malformed)
      case 4: requireRefusal(stream + [0], limits, .malformed)
      default: break
      }
    }

    private static func requireRefusal(
      _ stream: [UInt8], _ limits: CoreDataLimits, _ code: ArchiveError.Code
    ) {
      do throws(ArchiveError) {
        _ = try CoreDataModel(cache: stream, limits: limits)
        fatalError("a model is read that had to be refused: \(code.rawValue)")
      } catch {
        Oracle.require(error.code == code, "in place of \(code.rawValue): \(error)")
      }
    }

    private static func requireReading(_ stream: [UInt8], _ limits: CoreDataLimits) {
      do throws(ArchiveError) {
        _ = try CoreDataModel(cache: stream, limits: limits)
      } catch {
        fatalError("a model at the limits is refused: \(error)")
      }
    }

    // MARK: What was read

    /// - Parameter stream: What the model was read from, to be read again; nil not to.
    private static func check(_ model: CoreDataModel, _ stream: [UInt8]?) throws(ArchiveError) {
      Oracle.require(
        model.source == .modelCache && model.otherTables.isEmpty, "a model has tables")
      Oracle.require(
        Set(model.names) == Set(model.entities.keys) && model.names.count == model.entities.count,
        "the names are not those of the entities")
      Oracle.require(
        model.names.count <= limits.maximumEntityCount
          && model.entities.values.reduce(0) { $0 + $1.attributes.count + $1.relationships.count }
            <= limits.maximumPropertyCount,
        "a model has more than the limits allow")
      Oracle.require(
        model.findings.allSatisfy { $0.code == .malformedStore }, "a finding has another code")
      for (name, entity) in model.entities {
        Oracle.require(name == entity.name, "an entity has another name")
        check(entity, model)
      }
      guard let stream else { return }
      let again = try CoreDataModel(cache: stream, limits: limits)
      Oracle.require(
        again.names == model.names && again.findings.count == model.findings.count,
        "read twice, a model has other entities")
      for name in model.names {
        let (one, other) = (model.entities[name], again.entities[name])
        Oracle.require(
          one?.attributes == other?.attributes && one?.relationships == other?.relationships
            && one?.root == other?.root && one?.isAbstract == other?.isAbstract
            && one?.className == other?.className,
          "read twice, an entity is another")
      }
    }

    private static func check(_ entity: CoreDataEntity, _ model: CoreDataModel) {
      Oracle.require(
        entity.number == nil && entity.table == nil && entity.otherColumns.isEmpty,
        "an entity has a table")
      let (attributes, relationships) = (entity.attributes, entity.relationships)
      for names in [attributes.map(\.name), relationships.map(\.name)] {
        Oracle.require(
          zip(names, names.dropFirst()).allSatisfy { $0 < $1 }, "properties are not in order")
      }
      Oracle.require(
        Set(attributes.map(\.name)).isDisjoint(with: relationships.map(\.name)),
        "an attribute and a relationship have one name")
      Oracle.require(
        attributes.allSatisfy { $0.columns.isEmpty && !$0.isAmbiguous }
          && relationships.allSatisfy {
            $0.columns.isEmpty && !$0.isAmbiguous && $0.link == nil
          },
        "a property has a column")
      Oracle.require(
        relationships.allSatisfy { model.entities[$0.entity] != nil },
        "a relationship is that of no entity")
      guard let above = entity.superentity else {
        Oracle.require(entity.root == entity.name, "an entity without another above is no root")
        return
      }
      guard let superentity = model.entities[above] else {
        fatalError("the entity above is missing")
      }
      Oracle.require(entity.root == superentity.root, "entities above each other have two roots")
      Oracle.require(
        Set(superentity.attributes).isSubset(of: attributes)
          && Set(superentity.relationships).isSubset(of: relationships),
        "an entity does not have what the one above has")
    }
  }
#endif
