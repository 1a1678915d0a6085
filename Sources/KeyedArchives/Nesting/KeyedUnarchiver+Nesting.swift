package import ArchiveCompression
#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension KeyedUnarchiver {
  /// Decodes an archive that stands inside of another one.
  ///
  /// - Parameter budget: What the archives inside of the other one share; reading this one is taken from it.
  package func decode<Value: Decodable>(
    _ type: Value.Type, from data: Data, dictionary: ShapeDictionary?,
    sharing budget: SharedBudget
  ) throws -> Value {
    var unarchiver = self
    unarchiver.limits.outer = budget.rest
    unarchiver.sharedBudget = budget
    do {
      guard let dictionary else { return try unarchiver.decode(type, from: data) }
      return try unarchiver.decode(type, from: data, dictionary: dictionary)
    } catch {
      budget.note(error)
      throw error
    }
  }

  /// Gives back what the call took so far, since the archive is read once more in another way.
  func readAgain() {
    guard let outer = limits.outer, let sharedBudget, sharedBudget.failure == nil else { return }
    sharedBudget.restore(outer)
  }
}
