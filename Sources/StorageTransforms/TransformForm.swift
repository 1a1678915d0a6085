/// The form that a transform, or a chain of them, gives values: the names of its steps, in the order in which they store.
public struct TransformForm: Hashable, Sendable {
  /// The names of the steps.
  public let steps: [String]

  /// The form of one transform.
  ///
  /// - Parameters:
  ///   - name: The name of the transform.
  ///   - version: Distinguishes forms that were called the same; 0 has no mark.
  public init(_ name: String, version: Int = 0) {
    steps = [version == 0 ? name : "\(name)@\(version)"]
  }

  private init(steps: [String]) { self.steps = steps }

  /// The form of two transforms in a row.
  public func then(_ next: TransformForm) -> TransformForm {
    TransformForm(steps: steps + next.steps)
  }
}

extension TransformForm: Codable {
  /// The list of the names.
  public func encode(to encoder: any Encoder) throws { try steps.encode(to: encoder) }

  /// A form by the list of its names.
  public init(from decoder: any Decoder) throws { try self.init(steps: [String](from: decoder)) }
}

extension TransformForm: CustomStringConvertible {
  /// The names with arrows between them, “json → zlib”.
  public var description: String { steps.joined(separator: " → ") }
}
