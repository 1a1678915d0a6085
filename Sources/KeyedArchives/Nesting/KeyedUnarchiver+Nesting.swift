package import ArchiveCompression
internal import ArchiveFormat
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
    let before = budget.rest
    var unarchiver = self
    unarchiver.limits.outer = before
    unarchiver.sharedBudget = budget
    do {
      guard let dictionary else { return try unarchiver.decode(type, from: data) }
      return try unarchiver.decode(type, from: data, dictionary: dictionary)
    } catch {
      // Nothing tells how far it was read.
      let cost = ReadingCost(
        rawByteCount: data.count + before.byteCount - min(before.byteCount, budget.rest.byteCount))
      budget.take(byteCount: cost.byteCount, visitCount: cost.visitCount)
      throw error
    }
  }
}
