import Foundation
import KeyedArchives
import RecordStorage
import StorageTransforms
import Synchronization

/// A back end in a hundred lines: a folder with a file for each table and each record, which have one process at a time.
///
/// A file takes the place of the one before it when it is whole, so that a record is changed or not. Nothing makes several changes
/// one: there are no transactions. Files are not synced: what was written outlives the process, and perhaps not a power failure.
/// A process that is killed while it defines a table anew leaves some records as they were.
final class FolderBackEnd: StorageBackEnd {
  private let files: Mutex<FolderStorage.Files>

  init(_ folder: URL) throws { files = Mutex(try FolderStorage.Files(folder)) }

  /// Readers and writers take turns, so that a read sees one state.
  var capabilities: StorageCapabilities { [.durable, .snapshots, .uniqueAttributes] }

  func read(_ body: (any StorageReading) throws -> Void) throws {
    try files.withLock { try body(FolderStorage($0)) }
  }

  func write(_: StorageDurability, _ body: (any StorageWriting) throws -> Void) throws {
    try files.withLock { files in
      let storage = FolderStorage(files)
      defer { files = storage.files }
      try body(storage)
    }
  }
}

/// What ``PlainStorage`` asks for: everything else follows from it.
private final class FolderStorage: PlainStorage {
  /// Which file is whose. The names of the files mean nothing.
  struct Files {
    let folder: URL
    var tables: [String: (table: RecordTable, file: URL)] = [:]
    var records: [String: [RecordKey: URL]] = [:]

    init(_ folder: URL) throws {
      self.folder = folder
      let manager = FileManager.default
      try manager.createDirectory(at: folder, withIntermediateDirectories: true)
      for file in try manager.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
        let entry = try Entry(file)
        if let table = entry.table { tables[entry.id] = (table, file) }
        let key = entry.values.first.flatMap { RecordKey($0.stored) }
        if let key { records[entry.id, default: [:]][key] = file }
      }
    }
  }

  /// What stands in a file: a table, or a record with its key as the first value.
  struct Entry: Codable {
    var id: String, table: RecordTable?, values: [Value]

    init(_ file: URL) throws {
      self = try KeyedUnarchiver(limits: .trusted).decode(Self.self, from: Data(contentsOf: file))
    }
    init(_ id: String, _ table: RecordTable? = nil, _ values: [StoredValue] = []) {
      (self.id, self.table, self.values) = (id, table, values.map { Value($0) })
    }
  }

  private(set) var files: Files

  init(_ files: Files) { self.files = files }

  func tables() -> [RecordTable] { files.tables.values.map(\.table) }

  func keys(in table: RecordTable) -> [RecordKey] {
    files.records[table.id].map { Array($0.keys) } ?? []
  }

  func values(of key: RecordKey, in table: RecordTable) throws -> [StoredValue]? {
    try files.records[table.id]?[key].map { try Entry($0).values.dropFirst().map(\.stored) }
  }

  func keep(_ table: RecordTable?, id: String) throws {
    let file = try put(table.map { Entry(id, $0) }, files.tables[id]?.file)
    files.tables[id] = table.flatMap { table in file.map { (table, $0) } }
  }

  func keep(_ values: [StoredValue]?, of key: RecordKey, in table: RecordTable) throws {
    let entry = values.map { Entry(table.id, nil, [key.value] + $0) }
    let file = try put(entry, files.records[table.id]?[key])
    files.records[table.id, default: [:]][key] = file
  }

  private func put(_ entry: Entry?, _ former: URL?) throws -> URL? {
    let file = former ?? files.folder.appending(path: UUID().uuidString)
    if let entry { try KeyedArchiver().encode(entry).write(to: file, options: .atomic) }
    if entry == nil, former != nil { try FileManager.default.removeItem(at: file) }
    return entry == nil ? nil : file
  }

  /// A stored value as an archive has it; null if all are nil.
  struct Value: Codable {
    var integer: Int64?, real: Double?, text: String?, blob: Data?

    init(_ value: StoredValue) {
      if case .integer(let value) = value { integer = value }
      if case .real(let value) = value { real = value }
      if case .text(let value) = value { text = value }
      if case .blob(let value) = value { blob = value }
    }

    var stored: StoredValue {
      integer.map { .integer($0) } ?? real.map { .real($0) } ?? text.map { .text($0) }
        ?? blob.map { .blob($0) } ?? .null
    }
  }
}
