extension Field {
  /// The field with a value for where nothing is stored: its output is never nil.
  ///
  /// That is not what ``fallback(to:)`` is for: something that is stored and cannot be read is an error, whatever
  /// the default. A query compares what is stored: records without a value are found by nil, and not by the default.
  public func `default`(_ value: Value) -> Field<Root, Value, Value> where Value: Sendable {
    var attribute = attribute
    attribute.standIn = { value }
    attribute.schema.isRequired = false
    attribute.isRequiredByRule = false
    return certain(attribute)
  }

  /// The field with a value for what is stored and cannot be read, such as a raw value that only a newer program knows.
  ///
  /// Those who watch ``errors`` learn what was hidden. What the program lacks, such as a base URL, a key or a registered transform,
  /// is an error still. What is stored stays until the record is stored anew, and queries compare that.
  public func fallback(to value: Value) -> Field where Value: Sendable {
    changed { $0.fallback = { value } }
  }

  /// The field where nothing is neither stored nor restored: its output is never nil. Of this and ``default(_:)`` the one
  /// that is said last counts.
  public func required() -> Field<Root, Value, Value> {
    var attribute = attribute
    attribute.schema.isRequired = true
    attribute.isRequiredByRule = true
    attribute.standIn = nil
    return certain(attribute)
  }

  /// The field of which no two records may have the same value. Any number of them may have none.
  ///
  /// Its transform keeps equality, or the entity is refused: ``SchemaError/Code/notComparable``.
  public func unique() -> Field {
    changed { $0.schema.isUnique = true }
  }

  /// The field by whose values records are found fast.
  ///
  /// Its transform keeps equality, or the entity is refused: ``SchemaError/Code/notComparable``. For ranges and for queries in
  /// the order of the values it keeps order: ``StoringTransform/keeps``.
  public func indexed() -> Field {
    changed { $0.schema.isIndexed = true }
  }

  /// The field with a rule for what is stored. What was stored before there was the rule is still restored.
  ///
  /// - Parameters:
  ///   - sentence: What the rule is, as the error for a value that breaks it says. The value itself is not told.
  ///   - isKept: Whether a value keeps it. An error that it throws says why not.
  public func validated(
    _ sentence: String, _ isKept: @escaping @Sendable (Value) throws -> Bool
  ) -> Field {
    changed { $0.rules.append(Attribute.Rule(sentence: sentence, isKept: isKept)) }
  }

  /// The field with a value to make up an instance from, where the fields of a type are found out by decoding it
  /// (``Entity/init(of:named:version:removed:fields:)``) and no value can be made up.
  public func example(_ value: Value) -> Field where Value: Sendable {
    var field = self
    field.example = { value }
    return field
  }

  func changed(_ change: (inout Attribute<Value>) -> Void) -> Field {
    var field = self
    change(&field.attribute)
    return field
  }
}
