#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension JSONError: LocalizedError {
  /// What `localizedDescription` says: the sentence of the error, with its code and place.
  public var errorDescription: String? { description }
}
