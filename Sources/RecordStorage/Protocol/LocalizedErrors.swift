public import RecordLog
#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension StorageError: LocalizedError {
  /// What `localizedDescription` says: the sentence of the error, with its code and place.
  public var errorDescription: String? { description }
}

extension LogError: LocalizedError {
  /// What `localizedDescription` says: the sentence of the error, with its code and place.
  public var errorDescription: String? { description }
}
