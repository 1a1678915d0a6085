internal import ArchiveFormat
internal import StorageTransforms

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Restores bytes and text as a transform that the option chooses: what is restored is stored, and restored again as the same.
public enum TransformsOracle {
  private static let base = "file:///data/app/"

  /// Restores the content of an input.
  public static func run(_ bytes: [UInt8]) {
    let input = FuzzInput(bytes)
    let data = Data(input.content)
    let text = String(decoding: input.content, as: UTF8.self)
    switch input.option % 16 {
    case 0: check(UTF8Transform().stamped(), data)
    case 1: check(JSONTransform<[String: Int]>().then(ZlibTransform()).stamped(), data)
    case 2: check(ArchiveTransform<Sample>().stamped(), data)
    case 3:
      check(
        UTF8Transform().stamped(
          reading: .unstamped(TextDigits()), .stamped(TextDigits()), .unstamped(UTF8Transform())),
        data)
    case 4:
      check(ISO8601Transform(), text)
      check(ISO8601Transform.sortable(fractionDigits: 3), text)
    case 5: check(RFC2822Transform(), text)
    case 6: check(Base64Transform(), text)
    case 7: check(HexTransform(), text)
    case 8, 9: checkURL(text)
    case 10: check(JSONTransform<[String]>(), data)
    case 11: check(PropertyListTransform<[String: String]>(), data)
    case 12: check(TextTransform(), text)
    case 13: check(SingleCaseTransform(.lower), text)
    case 14: _ = MIMEType(sniffing: data)
    default: check(ArchiveTransform<[Int: String]>(), data)
    }
  }

  private static func check<Transform: StorageTransform>(
    _ transform: Transform, _ stored: Transform.Stored
  ) where Transform.Value: Equatable {
    let context = TransformContext()
    let value: Transform.Value
    do {
      value = try transform.restore(stored, in: context)
    } catch {
      return Oracle.check(error, in: .max)
    }
    do {
      let again = try transform.restore(transform.store(value, in: context), in: context)
      Oracle.require(
        again == value || value != value, "stored and restored, the value is another")
    } catch {
      fatalError("what was restored is not stored as \(transform.form): \(error)")
    }
  }

  private static func checkURL(_ text: String) {
    guard let root = URL(string: base) else { return }
    let transform = RelativeURLTransform(base: root)
    let context = TransformContext()
    let url: URL
    do {
      url = try transform.restore(text, in: context)
    } catch {
      return Oracle.check(error, in: .max)
    }
    do {
      let stored = try transform.store(url, in: context)
      let again = try transform.restore(stored, in: context)
      Oracle.require(
        again.absoluteString == url.absoluteString, "stored and restored, a URL is another")
    } catch {
      fatalError("a URL that was restored is not stored: \(error)")
    }
    let scheme = text.prefix { $0 != ":" }
    let isRelative =
      !text.contains(":") || scheme.contains("/") || scheme.contains("?") || scheme.contains("#")
    guard isRelative else { return }
    let path = url.standardized.absoluteString
    Oracle.require(
      path.hasPrefix(base) || path + "/" == base, "stored text leads out of the base: \(path)")
  }
}

/// A form of before: digits.
private struct TextDigits: ContextFreeTransform {
  var form: TransformForm { TransformForm("digits@1") }

  func store(_ value: String) throws -> Data {
    guard value.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
      throw TransformError(.notStorable, "these are no digits")
    }
    return Data(value.utf8)
  }

  func restore(_ stored: Data) throws -> String {
    guard stored.allSatisfy({ 0x30...0x39 ~= $0 }) else {
      throw TransformError(.unreadable, "these are no digits")
    }
    return String(decoding: stored, as: UTF8.self)
  }
}
