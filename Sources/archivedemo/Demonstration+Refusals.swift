import Foundation
import KeyedArchives

extension Demonstration {
  /// Reads with a class missing from the allow-list, and prints the error. False if the graph has
  /// no class that could be missing.
  func refuseAClass() throws -> Bool {
    let hasSwift = folder.all.contains { $0 is SwiftFile }
    guard hasSwift || folder.all.contains(where: { $0 is OtherFile }) else {
      print("\nThere is no file in the folder, so there is no class to leave off the list.")
      return false
    }
    print("\nWithout \(hasSwift ? "SwiftFile" : "OtherFile") on the list of allowed classes\n")
    let unarchiver = KeyedUnarchiver(
      allowedTypes: hasSwift ? [Folder.self, OtherFile.self] : [Folder.self, SwiftFile.self])
    try printRefusal(.typeNotAllowed) { try unarchiver.decode(Folder.self, from: plain.data) }
    return true
  }

  /// Flips one bit in the middle of the file and prints the error, then many more, one at a time.
  func refuseFlippedBits() throws {
    let middle = plain.data.count / 2
    print("\nWith one bit flipped, the lowest of byte \(middle.grouped)\n")
    try printRefusal(.checksumMismatch) { try read(flipping: middle * 8) }
    let bitCount = plain.data.count * 8
    let flips = stride(from: 0, to: bitCount, by: max(1, bitCount / 200)).map(\.self)
    for bit in flips where (try? read(flipping: bit)) != nil {
      throw DemoFailure(.software, "Flipped bit \(bit % 8) of byte \(bit / 8) was not noticed.")
    }
    print("  \(flips.count.of("flip")) across the file, one at a time: all were refused")
  }

  private func read(flipping bit: Int) throws -> Folder {
    var data = plain.data
    data[bit / 8] ^= 1 << UInt8(bit % 8)
    return try plain.read(data)
  }

  private func printRefusal(_ code: ArchiveError.Code, _ read: () throws -> Folder) throws {
    do {
      _ = try read()
    } catch let error as ArchiveError where error.code == code {
      print("  \(error)")
      return
    }
    throw DemoFailure(.software, "The archive was read; it should have been refused.")
  }
}
