internal import ArchiveFormat

/// The attributes of a Codable type, by the keys of its properties.
struct DerivedFields: Sendable {
  let attributes: [any StoredAttribute]
  let positions: [String: Int]

  init(_ attributes: [any StoredAttribute]) {
    self.attributes = attributes
    positions = Dictionary(
      attributes.enumerated().map { ($1.schema.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// What is stored of a value.
  func store<Root: Encodable>(
    _ root: Root, _ call: EntityCall
  ) throws(TransformError) -> [StoredValue] {
    guard type(of: root as Any) == Root.self else {
      throw TransformError(
        .typeMismatch,
        "\(TypePhrase.one(type(of: root as Any))) would come back as \(TypePhrase.one(Root.self))",
        context: call.record)
    }
    var values = [StoredValue?](repeating: nil, count: attributes.count)
    do {
      try PropertyEncoder.encode(root, userInfo: [.transformContext: call.record]) {
        key, _, value in
        guard let index = positions[key] else {
          throw TransformError(
            .notStorable,
            "'\(key)' is written, and was not when the fields were found out: declare the entity by its fields",
            context: call.record)
        }
        let bare = value.map { ($0 as? any StoredProperty).map(\.erased) ?? $0 } ?? nil
        values[index] = try attributes[index].storeErased(bare, call)
      }
    } catch let misplaced as PropertyEncoder.Sink.Misplaced {
      let subject = misplaced.key.map { "'\($0)' " } ?? ""
      throw TransformError(.notStorable, "\(subject)\(misplaced.reason)", context: call.record)
    } catch {
      throw TransformError(error, .notStorable, in: call.record)
    }
    var stored: [StoredValue] = []
    stored.reserveCapacity(values.count)
    for (value, attribute) in zip(values, attributes) {
      if let value {
        stored.append(value)
      } else {
        stored.append(try attribute.storeErased(nil, call))
      }
    }
    return stored
  }

  /// The value of a record.
  func restore<Root: Decodable>(
    _ type: Root.Type, _ record: StoredAttributes, _ call: EntityCall
  ) throws -> Root {
    try Root(
      from: RecordDecoder(
        record: record, derived: self, call: call, userInfo: [.transformContext: call.record]))
  }
}
