extension Entity {
  /// Verifies values, and whether they tell all fields apart.
  ///
  /// ```swift
  /// try photos.verify(sunset, portrait)
  /// ```
  ///
  /// For a test. Besides what ``verify(_:recordKey:in:)-(Root,_,_)`` finds in one value, samples show two fields that are exchanged: each
  /// has the name, or the key path, of the other's property. Two fields that are equal in every sample may be of one property.
  ///
  /// - Parameters:
  ///   - samples: Values whose properties differ from each other, and from all defaults.
  ///   - recordKey: The key of their records.
  ///   - context: What the caller hands to transforms.
  /// - Throws: ``SchemaError/Code/wrongField`` with the names of the attributes, also without a sample, and what storing and
  ///   restoring throw.
  public func verify(
    _ samples: [Root], recordKey: StoredValue? = nil,
    in context: TransformContext = TransformContext()
  ) throws {
    guard !samples.isEmpty else { throw wrongField("there is no sample to verify the fields with") }
    for sample in samples { try verify(sample, recordKey: recordKey, in: context) }
    let call = call(recordKey, context, nil)
    let rows = try samples.map { try store($0, recordKey: recordKey, in: context) }
    try verifySources(rows, samples.map { sample in attributes.map { $0.value(in: sample) } }, call)
    let children = samples.map { Self.children(of: $0) }
    try verifySources(
      rows, children.map { values in attributes.map { values[$0.schema.name] } }, call)
    for (second, attribute) in attributes.enumerated() {
      for first in 0..<second where attributes[first].hasValues(of: attribute) {
        guard rows.allSatisfy({ $0[first] == $0[second] }) else { continue }
        throw wrongField(
          "\(names(first, second)) are equal in every sample: they are of one property, or the samples do not tell them apart"
        )
      }
    }
  }

  /// Verifies two values or more, and whether they tell all fields apart: the form that takes an array says how.
  ///
  /// - Throws: ``SchemaError/Code/wrongField`` with the names of the attributes, and what storing and restoring throw.
  public func verify(
    _ first: Root, _ second: Root, _ others: Root..., recordKey: StoredValue? = nil,
    in context: TransformContext = TransformContext()
  ) throws {
    try verify([first, second] + others, recordKey: recordKey, in: context)
  }

  /// Compares what is stored with the values that fields should be of, where these are known.
  ///
  /// - Parameters:
  ///   - rows: What is stored of each sample.
  ///   - values: For each sample, the value that each attribute should have.
  private func verifySources(
    _ rows: [[StoredValue]], _ values: [[Any??]], _ call: EntityCall
  ) throws {
    /// Returns whether one attribute stores the value of another in every sample; nil if that is not known.
    func holds(_ attribute: Int, valueOf other: Int) -> Bool? {
      for (row, values) in zip(rows, values) {
        guard case .some(let value) = values[other],
          let form = try? attributes[attribute].storedForm(of: value, call)
        else { return nil }
        if form != row[attribute] { return false }
      }
      return true
    }
    for second in attributes.indices {
      for first in 0..<second where holds(second, valueOf: second) == false {
        guard holds(first, valueOf: first) == false, holds(first, valueOf: second) == true,
          holds(second, valueOf: first) == true
        else { continue }
        throw wrongField("\(names(first, second)) are exchanged: each is of the other's property")
      }
    }
  }

  /// The values of the stored properties, by their names.
  private static func children(of sample: Root) -> [String: Any?] {
    var values: [String: Any?] = [:]
    var mirror: Mirror? = Mirror(reflecting: sample)
    while let level = mirror {
      for child in level.children {
        guard let label = child.label else { continue }
        // A property wrapper stands under its own name.
        let wrapped = (child.value as? any StoredProperty)
        let name = wrapped != nil && label.hasPrefix("_") ? String(label.dropFirst()) : label
        values[name] = .some(wrapped.map(\.erased) ?? bare(child.value))
      }
      mirror = level.superclassMirror
    }
    return values
  }

  /// A value without the optional around it.
  fileprivate static func bare(_ value: Any) -> Any? {
    let type = Swift.type(of: value) as? any OptionalValue.Type
    return type.map { $0.wrapped(in: value) } ?? value
  }

  private func names(_ first: Int, _ second: Int) -> String {
    "'\(schema.attributes[first].name)' and '\(schema.attributes[second].name)'"
  }

  private func wrongField(_ message: String) -> SchemaError {
    SchemaError(.wrongField, message, entity: schema.name)
  }
}

extension StoredAttribute {
  /// Returns the value at the key path of the field; nil if the attribute has none.
  fileprivate func value<Root>(in root: Root) -> Any?? {
    guard let path = path as? PartialKeyPath<Root> else { return nil }
    return .some(Entity<Root>.bare(root[keyPath: path]))
  }

  /// Returns whether stored values tell the two attributes apart.
  fileprivate func hasValues(of other: any StoredAttribute) -> Bool {
    valueType == other.valueType && schema.form == other.schema.form
  }
}
