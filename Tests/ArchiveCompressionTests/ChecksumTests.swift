import ArchiveCompression
import CChecksum
import CZlib
import TestSupport
import Testing

@Suite struct ChecksumTests {
  static let seeds: [UInt32] = [0, 1, 0x8000_0000, 0xDEAD_BEEF, .max]

  @Test func `the check value of the specification comes out`() {
    let bytes = Array("123456789".utf8)
    #expect(Checksum.crc32(0, bytes[...]) == 0xCBF4_3926)
    #expect(bytes.withUnsafeBytes { Checksum.crc32($0, seed: 0) } == 0xCBF4_3926)
    for method in ChecksumMethod.available {
      #expect(bytes.withUnsafeBytes { method.checksum($0, seed: 0) } == 0xCBF4_3926, "\(method)")
    }
  }

  @Test(arguments: seeds) func `no bytes leave the seed as it is`(seed: UInt32) {
    #expect(Checksum.crc32(seed, [][...]) == seed)
    #expect(Checksum.crc32(UnsafeRawBufferPointer(start: nil, count: 0), seed: seed) == seed)
    for method in ChecksumMethod.available {
      #expect(method.checksum(UnsafeRawBufferPointer(start: nil, count: 0), seed: seed) == seed)
    }
  }

  @Test func `what the processor can do is found out`() {
    #expect(Set(ChecksumMethod.available).isSuperset(of: ChecksumMethod.listed))
  }

  @Test(arguments: ChecksumMethod.available)
  func `all short lengths at all alignments agree with zlib`(method: ChecksumMethod) {
    let bytes = SeededGenerator(seed: 1).bytes(1_116)
    bytes.withUnsafeBytes { bytes in
      for seed in Self.seeds {
        for start in 0..<16 {
          for count in 0...1_100 {
            let part = UnsafeRawBufferPointer(rebasing: bytes[start..<(start + count)])
            guard method.checksum(part, seed: seed) == zlibChecksum(part, seed: seed) else {
              Issue.record("\(count) bytes at \(start), seed \(seed)")
              return
            }
          }
        }
      }
    }
  }

  @Test(arguments: ChecksumMethod.available)
  func `random long inputs agree with zlib`(method: ChecksumMethod) {
    var random = SeededGenerator(seed: 2)
    let bytes = random.bytes(160_000)
    bytes.withUnsafeBytes { bytes in
      for _ in 0..<1_000 {
        let start = Int.random(in: 0..<64, using: &random)
        let count = Int.random(in: 1_100...100_000, using: &random)
        let seed = UInt32.random(in: 0...UInt32.max, using: &random)
        let part = UnsafeRawBufferPointer(rebasing: bytes[start..<(start + count)])
        guard method.checksum(part, seed: seed) == zlibChecksum(part, seed: seed) else {
          Issue.record("\(count) bytes at \(start), seed \(seed), random seed 2")
          return
        }
      }
    }
  }

  @Test(arguments: ChecksumMethod.available)
  func `pieces in a chain are as good as the whole`(method: ChecksumMethod) {
    let bytes = SeededGenerator(seed: 3).bytes(700)
    bytes.withUnsafeBytes { bytes in
      let whole = zlibChecksum(bytes, seed: 0)
      for split in 0...bytes.count {
        let first = UnsafeRawBufferPointer(rebasing: bytes[..<split])
        let second = UnsafeRawBufferPointer(rebasing: bytes[split...])
        let chained = method.checksum(second, seed: method.checksum(first, seed: 0))
        #expect(chained == whole, "split at \(split)")
      }
    }
  }

  /// A checksum is linear: what is right for each byte alone, at each place, is right for all bytes.
  @Test(arguments: ChecksumMethod.available)
  func `every value of a byte counts at every place`(method: ChecksumMethod) {
    var bytes = Array(repeating: UInt8(0), count: 600)
    for place in bytes.indices {
      for value in UInt8.min...UInt8.max {
        bytes[place] = value
        let isSame = bytes.withUnsafeBytes {
          method.checksum($0, seed: 0) == zlibChecksum($0, seed: 0)
        }
        guard isSame else {
          Issue.record("\(value) at \(place)")
          return
        }
      }
      bytes[place] = 0
    }
  }

  @Test(arguments: ChecksumMethod.available)
  func `no byte before or after the buffer is read`(method: ChecksumMethod) throws {
    let pages = try GuardedPages()
    for count in Array(0...1_100) + [pages.bytes.count] {
      let atStart = UnsafeRawBufferPointer(rebasing: pages.bytes.prefix(count))
      let atEnd = UnsafeRawBufferPointer(rebasing: pages.bytes.suffix(count))
      #expect(method.checksum(atStart, seed: 7) == zlibChecksum(atStart, seed: 7))
      #expect(method.checksum(atEnd, seed: 7) == zlibChecksum(atEnd, seed: 7))
    }
  }

  @Test func `the powers that the methods multiply by are those of x`() {
    var exponents: [UInt32] = []
    while case let power = karc_crc32_power_at(exponents.count), power.exponent > 0 {
      #expect(power.remainder == Polynomial.remainder(ofPower: power.exponent), "\(power)")
      exponents.append(power.exponent)
    }
    #expect(Set(exponents) == Set((2...33).map { 64 * $0 - 1 } + [95, 32_768, 65_536]))
  }

  @Test func `the quotient for the last reduction is that of x to the 95th`() {
    #expect(karc_crc32_quotient() == Polynomial.quotient)
  }
}
