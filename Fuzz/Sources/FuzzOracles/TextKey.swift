/// A key that is no case of an enumeration: containers with such keys become maps. It has the texts of ``WideKeys``.
public struct TextKey: CodingKey, CaseIterable {
  /// The text.
  public let stringValue: String

  /// Those of ``WideKeys``.
  public static var allCases: [TextKey] { WideKeys.allCases.map { TextKey($0.stringValue) } }

  private init(_ text: String) { stringValue = text }

  /// A key of any text.
  public init?(stringValue: String) { self.init(stringValue) }

  /// None.
  public var intValue: Int? { nil }
  /// None.
  public init?(intValue: Int) { return nil }
}
