internal import ArchiveFormat
#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The text of an error for a value that is asked for as a type that it is none of. Joined text takes less time than interpolated text.
final class MismatchText {
  let type: any Any.Type
  let kind: ArchivedValue.Kind
  let code: ArchiveError.Code
  /// The text for values that are no numbers.
  let whole: String
  /// The text before and behind a number.
  private let parts: (beginning: String, end: String)

  init(_ type: any Any.Type, _ kind: ArchivedValue.Kind, decodesBase64: Bool) {
    self.type = type
    self.kind = kind
    let beginning: String
    let phrase = VisibleText.escaped(TypePhrase.one(type))
    if kind == .null || kind == .absent {
      code = .valueNotFound
      beginning = phrase + " is needed, null"
    } else {
      code = .typeMismatch
      beginning = phrase + " is asked for, a value of kind " + kind.rawValue
    }
    let end = " is there" + (Self.advice(type, kind, decodesBase64: decodesBase64) ?? "")
    whole = beginning + end
    parts = (beginning + " ", end)
  }

  /// The text for a number.
  func with(_ number: String) -> String {
    var text = ""
    text.reserveCapacity(
      parts.beginning.utf8.count + number.utf8.count + parts.end.utf8.count)
    text += parts.beginning
    text += number
    text += parts.end
    return text
  }

  /// Advice for user code, if a mismatch looks as if it could be converted.
  private static func advice(
    _ type: any Any.Type, _ kind: ArchivedValue.Kind, decodesBase64: Bool
  ) -> String? {
    if type == Date.self, kind == .string {
      return ": a text does not tell how it writes dates, so decode a String and parse that"
    }
    if type == String.self, kind == .date {
      return ": there are many ways to write a date, so decode a Date and format that"
    }
    if type == Data.self, kind == .string {
      return decodesBase64
        ? ", which is not base64" : ": set decodesBase64 if texts hold data as base64"
    }
    return nil
  }
}
