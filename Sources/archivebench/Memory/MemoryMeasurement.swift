import Foundation
import KeyedArchives

/// Measures the peak of the resident memory of one direction, in a process of its own.
///
/// What counts is what the process held at most while it encoded or decoded, less what it held
/// before and less the result. The value or archive was there before. The first call is one of a process that
/// did the same with a small value; the second finds what the first one kept, and what it kept counts.
struct MemoryMeasurement {
  /// What a process found out.
  struct Figures: Codable {
    /// Bytes of the archive before compression.
    var plainByteCount: Int
    var archiveByteCount: Int
    var objectCount = 0
    /// Bytes beside input and result at the peak of each call.
    var peaks: [Int]
  }

  /// The values or archives of a measurement stand in a folder, by size.
  struct Order {
    var folder: URL
    /// The archive has at least so many bytes.
    var byteCount: Int
    var compression: BlockPacking
    var threadCount: Int
    /// Whether generated code writes and reads the types that have it.
    var isGenerated: Bool

    func file(_ name: String) -> URL { folder.appending(path: "\(name).karc") }
  }

  let run: (Order) throws -> Figures?

  static let callCount = 2

  /// Encodes a value, and leaves its archive and one of a small value in files.
  init<Value: Codable>(
    encoding value: @escaping (_ times: Int) throws -> Value?,
    _ objectCount: @escaping (_ times: Int) -> Int
  ) {
    run = { order in
      var archiver = KeyedArchiver(compression: order.compression)
      archiver.maximumConcurrency = order.threadCount
      archiver.usesGeneratedCode = order.isGenerated
      var times = 1
      do {
        guard let small = try value(1), let larger = try value(11) else { return nil }
        let data: Data = try KeyedArchiver().encode(small)
        // A part of it may stand in the archive only once.
        let growth = try ((KeyedArchiver().encode(larger) as Data).count - data.count) / 10
        times += max(0, order.byteCount - data.count + growth - 1) / max(growth, 1)
        try (archiver.encode(small) as Data).write(to: order.file("small"))
      }
      guard let large = try value(times) else { return nil }
      var figures = Figures(
        plainByteCount: 0, archiveByteCount: 0, objectCount: objectCount(times), peaks: [])
      let start = try Self.start()
      for _ in 0..<Self.callCount {
        try apart {
          let data: Data = try archiver.encode(large)
          figures.peaks.append(ProcessMemory.peak - start - data.count)
          figures.archiveByteCount = data.count
          if figures.peaks.count == Self.callCount { try data.write(to: order.file("large")) }
        }
        _ = try Self.start()
      }
      figures.plainByteCount = try (KeyedArchiver().encode(large) as Data).count
      return figures
    }
  }

  /// Decodes the archives that encoding left.
  init<Value: Codable>(decoding type: Value.Type, _ allowedTypes: TypeAllowList) {
    run = { order in
      var unarchiver = KeyedUnarchiver(usesGeneratedCode: order.isGenerated)
      unarchiver.limits = .trusted
      unarchiver.allowedTypes = allowedTypes
      do {
        let small = try Data(contentsOf: order.file("small"))
        _ = try unarchiver.decode(type, from: small)
      }
      let data = try Data(contentsOf: order.file("large"))
      var figures = Figures(plainByteCount: 0, archiveByteCount: data.count, peaks: [])
      let start = try Self.start()
      for _ in 0..<Self.callCount {
        var (peak, withResult) = (0, 0)
        try apart {
          let result = try unarchiver.decode(type, from: data)
          peak = ProcessMemory.peak
          withResult = try Self.start()
          withExtendedLifetime(result) {}
        }
        // What goes with the result is its size; what stays was kept by somebody else.
        figures.peaks.append(peak - start - (withResult - (try Self.start())))
      }
      return figures
    }
  }

  /// What is resident once all that is not needed was given back.
  private static func start() throws -> Int {
    ProcessMemory.trim()
    guard ProcessMemory.resetPeak() else { throw NoFigures() }
    return ProcessMemory.resident
  }
}

/// The system does not tell how much memory a process holds.
struct NoFigures: Error, CustomStringConvertible {
  var description: String { "peaks of memory are measured through /proc/self only" }
}

/// A scope of its own, which the compiler keeps apart.
@inline(never)
private func apart(_ body: () throws -> Void) rethrows { try body() }
