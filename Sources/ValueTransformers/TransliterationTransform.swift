internal import Foundation

/// Any text, stored in Latin letters, for search and for names of files. One-way: the script is lost.
///
/// “Привет” becomes “Privet”, and “日本語” “rì běn yǔ”. How each letter is written is decided by the tables of Foundation (ICU's transform `Any-Latin`), which a
/// newer version may change.
public struct TransliterationTransform: ContextFreeStoringTransform {
  /// The letters that are stored.
  public enum Letters: String, Sendable {
    /// Latin letters, with the marks that tell sounds apart.
    case latin
    /// The letters of ASCII as far as there is a spelling in them: “ß” becomes “ss”.
    case ascii
  }

  /// The letters that are stored.
  public let letters: Letters

  /// Creates a transform to some letters.
  public init(_ letters: Letters = .latin) { self.letters = letters }

  /// “transliterated.latin” or “transliterated.ascii”.
  public var form: TransformForm { TransformForm("transliterated.\(letters.rawValue)") }

  /// Writes text in other letters. O(n).
  ///
  /// - Throws: ``TransformError/Code/notStorable`` if Foundation cannot.
  public func store(_ value: String) throws -> String {
    let transform: StringTransform =
      letters == .latin ? .toLatin : StringTransform("Any-Latin; Latin-ASCII")
    guard let stored = value.applyingTransform(transform, reverse: false) else {
      throw TransformError(.notStorable, "“\(value.prefix(80))” cannot be written in Latin letters")
    }
    return stored
  }
}
