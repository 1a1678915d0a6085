#if Encryption
  internal import SealedTransforms
  internal import StorageTransforms

  #if canImport(FoundationEssentials)
    internal import FoundationEssentials
  #else
    internal import Foundation
  #endif
#endif

/// Opens sealed bytes: what was not sealed by the keys at hand is refused. Without the trait `Encryption` it does nothing.
public enum SealedOracle {
  /// Opens the content of an input, or seals it and changes a bit, as the option chooses.
  public static func run(_ bytes: [UInt8]) {
    #if Encryption
      let input = FuzzInput(bytes)
      let key = Data(repeating: 7, count: 32)
      let algorithm: SealingKey.Algorithm = input.option & 1 == 0 ? .aesGCM : .chaChaPoly
      do {
        let transform = SealedTransform(
          keys: try SealingKeys(current: SealingKey(id: "k1", bytes: key, algorithm: algorithm)))
        check(input, transform)
      } catch {
        fatalError("no key can be made: \(error)")
      }
    #endif
  }

  #if Encryption
    private static func check(_ input: FuzzInput, _ transform: SealedTransform) {
      let context = TransformContext(entity: "User", attribute: "notes", recordKey: .integer(7))
      let content = Data(input.content)
      _ = SealedTransform.keyID(of: content)
      do {
        let opened = try transform.restore(content, in: context)
        // The one text that was sealed with this key, in the vectors of the specification.
        Oracle.require(opened == Data("hello".utf8), "bytes that nobody sealed are opened")
      } catch {
        Oracle.check(error, in: content.count)
      }
      do {
        var sealed = try transform.store(content, in: context)
        Oracle.require(
          try transform.restore(sealed, in: context) == content,
          "sealed and opened, the bytes are others")
        let place =
          sealed.startIndex + (Int(input.switches) * 256 + Int(input.option)) % sealed.count
        sealed[place] ^= 1 << (input.option & 7)
        if (try? transform.restore(sealed, in: context)) != nil {
          fatalError("sealed bytes are opened that were changed at \(place)")
        }
      } catch {
        fatalError("bytes are not sealed: \(error)")
      }
    }
  #endif
}
