import CChecksum
import CZlib
import Foundation

/// A way to compute the checksum, or the one that is chosen by length and processor.
enum ChecksumMethod: CaseIterable {
  case chosen, portable, folding, wideFolding, instruction

  static var available: [ChecksumMethod] {
    allCases.filter { method in method.inC.map(karc_crc32_is_available) ?? true }
  }

  /// The methods that need only what Linux lists as this processor's features.
  static var listed: [ChecksumMethod] {
    let text = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let lines = text.split(separator: "\n")
    let line = lines.first { $0.hasPrefix("flags") || $0.hasPrefix("Features") } ?? ""
    let features = Set(line.split { $0.isWhitespace }.map(String.init))
    return allCases.filter { features.isSuperset(of: $0.neededFeatures) }
  }

  private var neededFeatures: Set<String> {
    switch self {
    case .chosen, .portable: []
    case .folding: ["pclmulqdq", "sse4_1"]
    case .wideFolding: ["pclmulqdq", "sse4_1", "vpclmulqdq", "avx512f", "avx512vl"]
    case .instruction: ["crc32"]
    }
  }

  private var inC: karc_crc32_method? {
    switch self {
    case .chosen: nil
    case .portable: karc_crc32_portable
    case .folding: karc_crc32_folding
    case .wideFolding: karc_crc32_wide_folding
    case .instruction: karc_crc32_instruction
    }
  }

  func checksum(_ bytes: UnsafeRawBufferPointer, seed: UInt32) -> UInt32 {
    guard let inC else { return karc_crc32(seed, bytes.baseAddress, bytes.count) }
    return karc_crc32_by(inC, seed, bytes.baseAddress, bytes.count)
  }
}

/// What zlib computes. Without an address zlib would start anew, so no bytes need none.
func zlibChecksum(_ bytes: UnsafeRawBufferPointer, seed: UInt32) -> UInt32 {
  guard let start = bytes.bindMemory(to: UInt8.self).baseAddress, !bytes.isEmpty else {
    return seed
  }
  return UInt32(truncatingIfNeeded: crc32_z(UInt(seed), start, bytes.count))
}
