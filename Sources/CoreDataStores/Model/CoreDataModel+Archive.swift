#if SQLite
  public import ArchiveFormat

  // Parts of a store without a database, which fuzzing reads by the million.

  @_spi(Fuzzing) extension CoreDataModel {
    /// Reads the content of `Z_MODELCACHE` alone: no entity has a number, a table or columns.
    ///
    /// - Parameters:
    ///   - bytes: The deflate stream with the archive of the model.
    ///   - limits: What reading may cost.
    /// - Throws: ``ArchiveError`` of the stream, of the archive, or ``ArchiveError/Code/malformedStore``.
    public init(cache bytes: [UInt8], limits: CoreDataLimits) throws(ArchiveError) {
      self = try StoreModel.model(ModelArchive(bytes, limits: limits), limits: limits)
    }
  }

  @_spi(Fuzzing) extension CoreDataRow.Field {
    /// A value of an attribute that has a type and no column.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - kind: The type of the attribute.
    public init(_ value: CoreDataValue, of kind: CoreDataAttribute.Kind) {
      let attribute = CoreDataAttribute(
        name: "value", kind: kind, valueClassName: nil, transformerName: nil, isOptional: true,
        isTransient: false)
      self.init(name: attribute.name, origin: .attribute(attribute), value: value)
    }
  }
#endif
