/// A name with capital initials, for display or search: one-way, since how it was written is lost.
public struct CapitalizedTransform: ContextFreeStoringTransform {
  /// The transform.
  public init() {}

  /// “capitalized”.
  public var form: TransformForm { TransformForm("capitalized") }

  /// Every run of letters with its first in upper case and the others in lower case.
  public func store(_ value: String) -> String {
    var result = ""
    var isInside = false
    for character in value {
      if !character.isLetter {
        result.append(character)
      } else {
        result += isInside ? character.lowercased() : character.uppercased()
      }
      isInside = character.isLetter || isInside && (character == "'" || character == "’")
    }
    return result
  }
}
