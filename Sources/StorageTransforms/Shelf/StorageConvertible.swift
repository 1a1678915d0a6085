/// A type that is stored through a model of it which is Codable.
///
/// A type that is Codable itself is its own model unless it names another one:
///
/// ```swift
/// extension Colour: StorageConvertible {
///   init(storageModel: [Double]) throws { … }
///   var storageModel: [Double] { [red, green, blue] }
/// }
/// ```
public protocol StorageConvertible {
  /// The type of what is stored instead of a value.
  associatedtype StorageModel: Codable

  /// The value that a model stands for.
  init(storageModel: StorageModel) throws

  /// The model that stands for this value.
  var storageModel: StorageModel { get throws }
}

extension StorageConvertible where Self: Codable {
  /// The model itself.
  public init(storageModel: Self) { self = storageModel }
  /// The value itself.
  public var storageModel: Self { self }
}

/// A value through its model: ``StorageConvertible``.
public struct ConvertibleTransform<Value: StorageConvertible>: ContextFreeTransform {
  /// The transform.
  public init() {}

  /// “model:” and the archive name of the model.
  public var form: TransformForm {
    TransformForm("model:\(KeyedArchiver.archiveName(of: Value.StorageModel.self))")
  }

  /// The model of a value.
  ///
  /// - Throws: What the type throws.
  public func store(_ value: Value) throws -> Value.StorageModel { try value.storageModel }

  /// The value of a model.
  ///
  /// - Throws: What the type throws.
  public func restore(_ stored: Value.StorageModel) throws -> Value {
    try Value(storageModel: stored)
  }
}
