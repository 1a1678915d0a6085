#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A kind of bytes, by its MIME name (RFC 6838).
public struct MIMEType: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// Type and subtype in lower case, “image/png”.
  public let text: String

  /// A type by its name.
  public init(_ text: String) { self.text = text.lowercased() }

  /// A type by its name.
  public init(stringLiteral text: String) { self.init(text) }

  /// Type and subtype.
  public var description: String { text }

  /// Portable Network Graphics.
  public static let png: MIMEType = "image/png"
  /// JPEG.
  public static let jpeg: MIMEType = "image/jpeg"
  /// GIF.
  public static let gif: MIMEType = "image/gif"
  /// WebP.
  public static let webP: MIMEType = "image/webp"
  /// TIFF, of either byte order.
  public static let tiff: MIMEType = "image/tiff"
  /// Bitmaps of Windows.
  public static let bmp: MIMEType = "image/bmp"
  /// HEIC.
  public static let heic: MIMEType = "image/heic"
  /// AVIF.
  public static let avif: MIMEType = "image/avif"
  /// PDF.
  public static let pdf: MIMEType = "application/pdf"

  /// The type that the first bytes show; nil for bytes that begin like none of those above. O(1).
  ///
  /// Signatures are those of the WHATWG's “MIME Sniffing” and of ISO/IEC 14496-12 (brands of HEIC and AVIF).
  public init?(sniffing bytes: Data) {
    let head = [UInt8](bytes.prefix(12))
    func has(_ text: String, at offset: Int = 0) -> Bool {
      head.dropFirst(offset).starts(with: text.utf8)
    }
    if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if head.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if has("GIF87a") || has("GIF89a") {
      self = .gif
    } else if has("RIFF"), has("WEBP", at: 8) {
      self = .webP
    } else if head.starts(with: [0x49, 0x49, 0x2A, 0]) || head.starts(with: [0x4D, 0x4D, 0, 0x2A]) {
      self = .tiff
    } else if has("BM") {
      self = .bmp
    } else if has("ftyp", at: 4), has("heic", at: 8) || has("heix", at: 8) || has("mif1", at: 8) {
      self = .heic
    } else if has("ftyp", at: 4), has("avif", at: 8) {
      self = .avif
    } else if has("%PDF-") {
      self = .pdf
    } else {
      return nil
    }
  }
}
