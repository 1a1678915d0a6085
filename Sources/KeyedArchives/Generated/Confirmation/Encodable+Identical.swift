extension Encodable {
  /// True if two values are the same in memory, or have the same archive.
  func isIdentical(to other: Self) -> Bool {
    let haveSameMemory = unsafe withUnsafeBytes(of: self) { first in
      unsafe withUnsafeBytes(of: other) { second in unsafe first.elementsEqual(second) }
    }
    if haveSameMemory { return true }
    var archiver = KeyedArchiver()
    archiver.usesGeneratedCode = false
    guard let first: [UInt8] = try? archiver.encodeThroughTape(self),
      let second: [UInt8] = try? archiver.encodeThroughTape(other)
    else { return false }
    return first == second
  }
}
