internal import ArchiveFormat
#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A type of Foundation whose `init(from:)` takes what it reads for true: what is not ends the process, or makes it
/// read outside of its memory (Foundation of Swift 6.3 on Linux). What it is about to read is looked at when it asks for
/// a container with its keys, whoever called it.
package enum TrustingInitializer {
  case characterSet, indexSet, urlComponents

  /// The one that asks for containers with keys of a type; nil for all others.
  package static func asking(with keys: any CodingKey.Type) -> TrustingInitializer? {
    TypeName.of(keys).trustingInitializer
  }

  /// - Parameter reflected: The name of a type of keys, with its module: the types themselves are not all in
  ///   FoundationEssentials, and their keys are private.
  init?(keys reflected: String) {
    guard reflected.hasPrefix("Foundation"), reflected.hasSuffix(".CodingKeys") else { return nil }
    switch reflected.split(separator: ".").prefix(2).joined(separator: ".") {
    case "Foundation.CharacterSet", "FoundationEssentials.CharacterSet": self = .characterSet
    case "Foundation.IndexSet", "FoundationEssentials.IndexSet": self = .indexSet
    case "Foundation.URLComponents", "FoundationEssentials.URLComponents": self = .urlComponents
    default: return nil
    }
  }

  /// What is wrong with what the initializer would read; nil if nothing is. O(bytes) of it.
  func fault(_ decoder: any Decoder) throws -> String? {
    switch self {
    case .characterSet: try CharacterSetForm(from: decoder).fault
    case .indexSet: try IndexSetForm(from: decoder).fault
    case .urlComponents: try URLComponentsForm(from: decoder).fault
    }
  }

  /// Bits of the code points of plane 0, then those of further planes, each behind its number
  /// (Foundation, `NSCharacterSet.init(bitmapRepresentation:)`).
  private struct CharacterSetForm: Decodable {
    var bitmap: Data

    private static let planeByteCount = 8_192
    private static let planes: ClosedRange<UInt8> = 1...16
    private static let pageByteCount = 32
    /// Of a bitmap with more in plane 0, CoreFoundation makes a set whose memory is not what it says
    /// (swift-corelibs-foundation 6.3, `CFCharacterSet.c`: `__kCFCompactBitmapMaxPages`, after which nothing sets
    /// the class of the set). Unicode's own sets have up to 51.
    private static let mixedPageLimit = 128

    private var mixedPageCount: Int {
      var count = 0
      var rest = bitmap.prefix(Self.planeByteCount)
      while let first = rest.first {
        let page = rest.prefix(Self.pageByteCount)
        let isFilled = page.count == Self.pageByteCount || first == 0
        if !isFilled || (first != 0 && first != .max) || page.contains(where: { $0 != first }) {
          count += 1
        }
        rest = rest.dropFirst(Self.pageByteCount)
      }
      return count
    }

    var fault: String? {
      if bitmap.isEmpty { return "a CharacterSet has an empty bitmap" }
      #if !canImport(Darwin)
        let mixed = mixedPageCount
        if mixed > Self.mixedPageLimit {
          return
            "a CharacterSet has \(mixed) rows of 256 code points in plane 0 that are neither all in it nor all not"
        }
      #endif
      var rest = bitmap.dropFirst(Self.planeByteCount)
      var last: UInt8 = 0
      while let plane = rest.first {
        guard Self.planes.contains(plane), plane > last else {
          return "a CharacterSet has a plane \(plane) behind plane \(last)"
        }
        guard rest.count > Self.planeByteCount else {
          return "a CharacterSet has \(rest.count - 1) bytes of plane \(plane)"
        }
        rest = rest.dropFirst(1 + Self.planeByteCount)
        last = plane
      }
      return nil
    }
  }

  private struct IndexSetForm: Decodable {
    struct Run: Decodable {
      var location: Int
      var length: Int
    }
    var indexes: [Run]

    /// Each run begins behind the one before, as Foundation writes them: others would have to be put between, in
    /// quadratic time, and counted together although they overlap.
    var fault: String? {
      var end = 0
      for run in indexes {
        guard run.location >= end, run.length >= 0, run.length <= Int.max - run.location else {
          return
            "an IndexSet has \(run.length) indexes from \(run.location) on, behind index \(end)"
        }
        end = run.location + run.length
      }
      return nil
    }
  }

  private struct URLComponentsForm: Decodable {
    var scheme: String?
    var port: Int?

    var fault: String? {
      if let port, port < 0 { return "URLComponents have the port \(port)" }
      guard let scheme, !Self.isScheme(scheme) else { return nil }
      return "URLComponents have a scheme with characters that none has"
    }

    /// RFC 3986, section 3.1.
    private static func isScheme(_ text: String) -> Bool {
      guard let first = text.utf8.first, isLetter(first) else { return false }
      return text.utf8.allSatisfy {
        isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
      }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
  }
}
