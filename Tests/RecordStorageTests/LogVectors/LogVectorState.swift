import Foundation
import RecordTestSupport

@testable import RecordLog
@testable import RecordStorage

/// The state of a log, in the JSON of the vectors.
struct LogVectorState: Codable, Equatable {
  /// Integers are numbers, text is a string; a real is its bits in hex, and a blob its bytes.
  enum Value: Codable, Equatable {
    case null
    case integer(Int64)
    case text(String)
    case other([String: String])

    init(_ value: StoredValue) {
      switch value {
      case .null: self = .null
      case .integer(let value): self = .integer(value)
      case .text(let value): self = .text(value)
      case .real(let value):
        let digits = String(value.bitPattern, radix: 16)
        self = .other(["real": String(repeating: "0", count: 16 - digits.count) + digits])
      case .blob(let value):
        self = .other(["blob": value.map { String(format: "%02x", $0) }.joined()])
      }
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let value = try? container.decode(Int64.self) {
        self = .integer(value)
      } else if let value = try? container.decode(String.self) {
        self = .text(value)
      } else {
        self = .other(try container.decode([String: String].self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .null: try container.encodeNil()
      case .integer(let value): try container.encode(value)
      case .text(let value): try container.encode(value)
      case .other(let value): try container.encode(value)
      }
    }
  }

  struct Record: Codable, Equatable {
    var key: Value
    var values: [Value]
  }

  struct Table: Codable, Equatable {
    var id: String
    var records: [Record]
  }

  struct Ending: Codable, Equatable {
    var kind: String
    var byteOffset: Int

    init(_ ending: LogEnding, _ byteOffset: Int) {
      kind = if case .complete = ending { "complete" } else { "torn" }
      self.byteOffset = byteOffset
    }

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      kind = try container.decode(String.self)
      byteOffset = try container.decode(Int.self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(kind)
      try container.encode(byteOffset)
    }
  }

  var generation: UInt64
  var ending: Ending
  var sequences: [UInt64]
  var groups: [UInt64]
  var tables: [Table]

  private static let name = "vector.krec"

  /// Reads all of a log.
  ///
  /// - Parameter open: Makes a store of a file in a folder.
  /// - Throws: ``LogError``, at a byte of the file.
  init(
    _ bytes: [UInt8], _ open: (String, MemoryFolder) throws -> any StorageBackEnd
  ) throws {
    let folder = MemoryFolder(Self.name, bytes)
    guard let file = try folder.open(Self.name, .read) else {
      throw LogError(.inputOutput, "there is no file")
    }
    var reader = try LogReader(file)
    var frames: [LogFrame] = []
    while let commit = try reader.next() { frames.append(commit.frame) }
    (generation, sequences, groups) = (
      reader.header.generation, frames.map(\.sequence), frames.map(\.group)
    )
    ending = Ending(try reader.ending(), reader.byteOffset)
    do {
      let backEnd = try open(Self.name, folder)
      tables = try RecordStore(backEnd).read { session in
        try session.tables().sorted { $0.id < $1.id }.map { table in
          Table(
            id: table.id,
            records: try session.records(in: table.id).map { record in
              Record(key: Value(record.key.value), values: record.values.map(Value.init))
            })
        }
      }
    } catch let error as StorageError {
      guard let cause = error.underlying as? LogError else { throw error }
      throw LogError(cause.code, cause.message, byteOffset: error.byteOffset)
    }
  }
}
