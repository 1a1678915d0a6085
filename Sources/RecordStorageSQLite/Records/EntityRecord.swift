#if SQLite
  public import GRDB
  public import StorageTransforms

  /// A type whose values GRDB fetches and saves by an entity, without a store of this package.
  ///
  /// ```swift
  /// extension Photo: EntityRecord {
  ///   static var entity: Entity<Photo> { get throws { try photoEntity.get() } }
  /// }
  ///
  /// try database.write { try photo.insert($0) }
  /// let photos = try database.read { try Photo.order(Column("taken")).fetchAll($0) }
  /// ```
  ///
  /// The columns are called as the attributes of the entity, and the table as the entity, unless the type says otherwise with
  /// `databaseTableName`. Making the table is the program's matter.
  public protocol EntityRecord: FetchableRecord, PersistableRecord {
    /// How values are stored. It is asked for with each record: keep it in a constant.
    static var entity: Entity<Self> { get throws }

    /// What transforms are handed, such as a base URL or keys; nothing, unless the type says otherwise.
    static var transformContext: TransformContext { get }
  }

  extension EntityRecord {
    /// Nothing.
    public static var transformContext: TransformContext { TransformContext() }

    /// The name of the entity; that of the type if there is no entity.
    public static var databaseTableName: String {
      (try? entity.schema.name) ?? String(describing: Self.self)
    }

    /// The value of a row.
    ///
    /// - Throws: ``TransformError``, and what ``entity`` throws.
    public init(row: Row) throws {
      self = try Self.entity.restore(row, in: Self.transformContext)
    }

    /// Hands the attributes over to GRDB.
    ///
    /// - Throws: ``TransformError``, and what ``entity`` throws.
    public func encode(to container: inout PersistenceContainer) throws {
      try Self.entity.encode(self, to: &container, in: Self.transformContext)
    }
  }
#endif
