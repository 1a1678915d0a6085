#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A URL as text: relative for one under a base that may move, else absolute.
///
/// An app's container, a mounted volume and a server's prefix change their places; what is stored relative to them
/// stays right. In memory URLs are absolute.
///
/// ```swift
/// var context = TransformContext()
/// context.baseURL = container
/// let text = try RelativeURLTransform().store(container.appending(path: "a/b.png"), in: context)  // "a/b.png"
/// ```
///
/// A URL with a base of its own is taken as a whole; what comes back has none.
///
/// A URL is under the base if its text, percent-encoding and all, begins with that of the base and a slash, and no
/// part of its path behind that is `.` or `..`, percent-encoded or not. Any other URL is stored as it is: with another scheme, host or
/// spelling. Files are not looked at; symbolic links stay what they are. Query and fragment stay with the URL.
///
/// | URL, for the base `file:///data/app/` | stored |
/// |---|---|
/// | `file:///data/app/a/b.png` | `a/b.png` |
/// | `file:///data/app/a/` | `a/` |
/// | `file:///data/app/` | `./` |
/// | `file:///data/app` | `.` |
/// | `file:///data/app/7:30.txt` | `./7:30.txt` |
/// | `file:///data/other/b.png` | `file:///data/other/b.png` |
/// | `https://example.org/b.png` | `https://example.org/b.png` |
public struct RelativeURLTransform: StorageTransform {
  private let base: URL?

  /// A transform that takes the base from the context of each call: ``TransformContext/baseURL``.
  public init() { base = nil }

  /// A transform with a base of its own.
  public init(base: URL) { self.base = base }

  /// “url”.
  public var form: TransformForm { TransformForm("url") }

  /// Equality, under one base: there is one text for a URL. URLs under the base are not between the others, so there is no order.
  ///
  /// A URL that was stored whole, and is under the base since the base moved, is not found as that URL.
  public var keeps: KeptRelation { .equality }

  /// The text of a URL. O(bytes).
  ///
  /// - Throws: ``TransformError/Code/notStorable`` for a URL without a scheme, and
  ///   ``TransformError/Code/missingContext`` without a base.
  public func store(_ value: URL, in context: TransformContext) throws -> String {
    let base = try baseText(context)
    let text = value.absoluteString
    guard Self.hasScheme(text) else {
      throw TransformError(
        .notStorable, "the URL “\(text.prefix(200))” has no scheme, so it is relative already",
        context: context)
    }
    let stored = Self.relative(text, to: base) ?? text
    guard try restore(stored, base, context).absoluteString == text else {
      throw TransformError(
        .notStorable, "the URL “\(text.prefix(200))” would not come back", context: context)
    }
    return stored
  }

  /// The URL of a text, under the base of now. O(bytes).
  ///
  /// - Throws: ``TransformError/Code/unreadable`` for text that ``store(_:in:)`` never gives: the empty one, one that
  ///   begins with a slash, one that leads out of the base, or no URL at all.
  public func restore(_ stored: String, in context: TransformContext) throws -> URL {
    try restore(stored, baseText(context), context)
  }

  private func restore(_ stored: String, _ base: String, _ context: TransformContext) throws -> URL
  {
    let text: String
    if Self.hasScheme(stored) {
      text = stored
    } else if stored == "." {
      text = String(base.dropLast())
    } else {
      let tail = stored.utf8.starts(with: [0x2E, 0x2F]) ? stored.dropFirst(2) : stored[...]
      guard !stored.isEmpty, tail.utf8.first != 0x2F, !Self.hasDotSegments(tail) else {
        throw TransformError(
          .unreadable, "“\(stored.prefix(200))” is no URL under a base", context: context)
      }
      text = base + tail
    }
    guard let url = URL(string: text), url.absoluteString == text else {
      throw TransformError(.unreadable, "“\(stored.prefix(200))” is no URL", context: context)
    }
    return url
  }

  /// The base with a slash at its end.
  private func baseText(_ context: TransformContext) throws -> String {
    guard let base = base ?? context.baseURL else {
      throw TransformError(
        .missingContext, "a relative URL needs a base, and the context has no baseURL",
        context: context)
    }
    let text = base.absoluteString
    guard Self.hasScheme(text), !text.utf8.contains(0x3F), !text.utf8.contains(0x23) else {
      throw TransformError(
        .missingContext,
        "“\(text.prefix(200))” is no base: it needs a scheme, and no query or fragment",
        context: context)
    }
    return text.utf8.last == 0x2F ? text : text + "/"
  }

  private static func relative(_ text: String, to base: String) -> String? {
    if text.utf8.elementsEqual(base.utf8.dropLast()) { return "." }
    guard text.utf8.starts(with: base.utf8) else { return nil }
    let tail = Substring(text.utf8.dropFirst(base.utf8.count))
    if hasDotSegments(tail) || tail.utf8.first == 0x2F { return nil }
    // What would look like a scheme (RFC 3986, section 4.2), and what is nothing or no path.
    let needsMark =
      tail.isEmpty || hasScheme(tail) || tail.utf8.first == 0x3F || tail.utf8.first == 0x23
    return needsMark ? "./" + tail : String(tail)
  }

  /// Whether a part of the path is `.` or `..`, percent-encoded or not. Some who take a path apart decode it first, and some
  /// take a backslash for a slash.
  private static func hasDotSegments(_ text: Substring) -> Bool {
    let bytes = Array(text.utf8)
    // The dots of the part so far; nil where there is something else in it.
    var dots: Int? = 0
    var index = 0
    while index < bytes.count, bytes[index] != 0x3F, bytes[index] != 0x23 {
      var byte = bytes[index]
      index += 1
      if byte == 0x25, index + 2 <= bytes.count,
        let decoded = decoded(bytes[index], bytes[index + 1])
      {
        byte = decoded
        index += 2
      }
      switch byte {
      case 0x2E: dots = dots.map { $0 + 1 }
      case 0x2F, 0x5C:
        if dots == 1 || dots == 2 { return true }
        dots = 0
      default: dots = nil
      }
    }
    return dots == 1 || dots == 2
  }

  /// The dot or separator that two digits behind a percent sign stand for; nil for all others.
  private static func decoded(_ high: UInt8, _ low: UInt8) -> UInt8? {
    switch (high, low | 0x20) {
    case (0x32, 0x65): 0x2E
    case (0x32, 0x66): 0x2F
    case (0x35, 0x63): 0x5C
    default: nil
    }
  }

  /// Whether a text begins with a scheme and a colon (RFC 3986, section 3.1).
  private static func hasScheme(_ text: some StringProtocol) -> Bool {
    guard let colon = text.utf8.firstIndex(of: 0x3A) else { return false }
    let scheme = text.utf8[..<colon]
    guard let first = scheme.first, (0x41...0x5A).contains(first & 0xDF) else { return false }
    return scheme.allSatisfy {
      (0x41...0x5A).contains($0 & 0xDF) || (0x30...0x39).contains($0)
        || [0x2B, 0x2D, 0x2E].contains($0)
    }
  }
}
