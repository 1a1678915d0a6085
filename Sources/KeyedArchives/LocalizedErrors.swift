public import ArchiveFormat
#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension ArchiveError: LocalizedError {
  /// What `localizedDescription` says: the sentence of the error, with its code and place.
  public var errorDescription: String? { description }
}

extension NoCoder: LocalizedError {
  /// What `localizedDescription` says.
  public var errorDescription: String? { "an encoder or a decoder has to be given" }
}
