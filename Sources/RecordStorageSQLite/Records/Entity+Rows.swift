#if SQLite
  public import GRDB
  public import StorageTransforms

  extension Entity {
    /// Hands the attributes of a value over to GRDB, each under its name.
    ///
    /// - Parameters:
    ///   - value: What is to be stored.
    ///   - container: Where GRDB takes the columns of a record from.
    ///   - context: What the caller hands to transforms.
    /// - Throws: ``TransformError``, also for a value that could not be fetched again.
    public func encode(
      _ value: Root, to container: inout PersistenceContainer,
      in context: TransformContext = TransformContext()
    ) throws {
      let values = try store(value, in: context)
      try checkRestorable(values, of: value, in: context)
      for (attribute, stored) in zip(schema.attributes, values) {
        container[attribute.name] = stored.forDatabase
      }
    }

    /// The value of a row that GRDB has read, by the names of its columns. Others than those of the attributes are skipped.
    ///
    /// - Parameters:
    ///   - row: A row with a column for each attribute.
    ///   - context: What the caller hands to transforms.
    /// - Throws: ``TransformError``: ``TransformError/Code/missingValue`` for a column that is not there, and what
    ///   ``restore(_:recordKey:in:reporting:)`` throws.
    public func restore(_ row: Row, in context: TransformContext = TransformContext()) throws
      -> Root
    {
      let values = try schema.attributes.map { attribute in
        guard row.hasColumn(attribute.name) else {
          throw TransformError(
            .missingValue, "the row has no column '\(attribute.name)'", context: context)
        }
        return StoredValue(row[attribute.name] as DatabaseValue)
      }
      return try restore(values, in: context)
    }
  }
#endif
