internal import StorageTransforms

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A record as a value that any coder takes, for back ends that keep records as bytes. What comes back is the same, bit by bit,
/// if the coder keeps integers of 64 bits, reals, infinities and text as they are: archives and binary property lists do.
///
/// It is a record of `key` and `values`. Each of them is a record of one field that is named after its kind, and null of none.
extension StoredRecord: Codable {
  private enum CodingKeys: String, CodingKey {
    case key, values
  }

  /// Encodes key and values.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(CodedValue(key.value), forKey: .key)
    try container.encode(values.map { CodedValue($0) }, forKey: .values)
  }

  /// Decodes key and values.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard let key = RecordKey(try container.decode(CodedValue.self, forKey: .key).value) else {
      throw DecodingError.dataCorruptedError(
        forKey: .key, in: container, debugDescription: "null and reals are no keys")
    }
    let values = try container.decode([CodedValue].self, forKey: .values)
    self.init(key: key, values: values.map(\.value))
  }
}

/// A stored value with a field for each kind.
private struct CodedValue: Codable {
  private var integer: Int64?
  private var real: Double?
  private var text: String?
  private var blob: Data?

  init(_ value: StoredValue) {
    switch value {
    case .null: break
    case .integer(let value): integer = value
    case .real(let value): real = value
    case .text(let value): text = value
    case .blob(let value): blob = value
    }
  }

  var value: StoredValue {
    if let integer { return .integer(integer) }
    if let real { return .real(real) }
    if let text { return .text(text) }
    return blob.map { .blob($0) } ?? .null
  }
}
