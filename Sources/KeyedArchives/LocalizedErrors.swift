public import ArchiveFormat
#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension ArchiveError: LocalizedError {
  /// The text of `localizedDescription`: the sentence of the error, with its code and place.
  public var errorDescription: String? { description }
}

extension NoCoder: CustomStringConvertible, LocalizedError {
  /// The sentence of the error.
  public var description: String { "an encoder or a decoder has to be given" }
  /// The text of `localizedDescription`: the sentence of the error.
  public var errorDescription: String? { description }
}
