import KeyedArchives
import TestTraits
import Testing

/// The two ways to read an archive that may hold objects: straight from its bytes, and through cells.
struct TwoWays {
  let direct: String
  let cells: String
  /// Whether the archive was read.
  let isAccepted: Bool

  init<Value: Decodable>(
    _ type: Value.Type, _ bytes: [UInt8], _ unarchiver: KeyedUnarchiver = TwoWays.unarchiver
  ) {
    func outcome(_ unarchiver: KeyedUnarchiver) -> (text: String, isAccepted: Bool) {
      do {
        return (ObjectText.of(try unarchiver.decode(type, from: bytes)), true)
      } catch let error as ArchiveError {
        return (
          "\(error.code) at \(error.byteOffset ?? -1), \(error.path): \(error.message)", false
        )
      } catch {
        return ("\(error)", false)
      }
    }
    (direct, isAccepted) = outcome(unarchiver)
    var throughCells = unarchiver
    throughCells.usesCells = true
    cells = outcome(throughCells).text
  }

  static var unarchiver: KeyedUnarchiver {
    KeyedUnarchiver(allowedTypes: [Disc.self, Brick.self, Branch.self, Holder.self, Top.self])
  }

  /// Both ways give the same, where that is compared.
  @discardableResult
  func expectSame(
    _ name: @autoclosure () -> String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) -> TwoWays {
    if Differential.isWantedHere(), direct != cells {
      Issue.record(
        "\(name()): \(direct)\nagainst\n\(cells)", sourceLocation: sourceLocation)
    }
    return self
  }
}
