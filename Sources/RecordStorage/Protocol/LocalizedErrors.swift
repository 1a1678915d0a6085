public import RecordLog
#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension StorageError: LocalizedError {
  /// The text of `localizedDescription`: the sentence of the error, with its code and place.
  public var errorDescription: String? { description }
}

extension UnreadableRecord: LocalizedError {
  /// The text of `localizedDescription`: the cause in one line, with the record.
  public var errorDescription: String? { description }
}

extension LogError: LocalizedError {
  /// The text of `localizedDescription`: the sentence of the error, with its code and place.
  public var errorDescription: String? { description }
}
