import Foundation
import KeyedArchives
import RecordStorage
import StorageTransforms
import Synchronization

/// A back end in a hundred lines: a folder with a file for each table and each record, which have one process at a time.
///
/// A file takes the place of the one before it when it is whole. Nothing makes several changes one: there are no transactions, and
/// who is killed while defining a table anew leaves some records as they were. Files are not synced: no power failure is survived.
final class FolderBackEnd: StorageBackEnd {
  private let state: Mutex<FolderStorage.State>

  init(_ folder: URL) throws { state = Mutex(try FolderStorage.State(folder)) }

  /// Readers and writers take turns, so that a read sees one state.
  var capabilities: StorageCapabilities { [.durable, .snapshots, .uniqueAttributes] }

  func read(_ body: (any StorageReading) throws -> Void) throws {
    try state.withLock { try body(FolderStorage($0)) }
  }

  func write(_: StorageDurability, _ body: (any StorageWriting) throws -> Void) throws {
    try state.withLock { state in
      let storage = FolderStorage(state)
      defer { state = storage.state }
      try body(storage)
    }
  }
}

/// What ``PlainStorage`` asks for: everything else follows from it.
private final class FolderStorage: PlainStorage {
  /// The tables, and which file is whose: that of no key is the table's. The names of the files mean nothing.
  struct State {
    let folder: URL
    var tables: [String: RecordTable] = [:]
    var files: [String: [RecordKey?: URL]] = [:]

    init(_ folder: URL) throws {
      self.folder = folder
      let manager = FileManager.default
      try manager.createDirectory(at: folder, withIntermediateDirectories: true)
      for file in try manager.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      where file.pathExtension == "karc" {
        let entry = try Entry.read(file)
        if let table = entry.table { tables[entry.id] = table }
        files[entry.id, default: [:]][entry.record?.key] = file
      }
    }
  }

  /// What stands in a file.
  struct Entry: Codable {
    let id: String
    var table: RecordTable?
    var record: StoredRecord?

    static func read(_ file: URL) throws -> Entry {
      try KeyedUnarchiver(limits: .trusted).decode(Entry.self, from: Data(contentsOf: file))
    }
  }

  private(set) var state: State

  init(_ state: State) { self.state = state }

  func tables() -> [RecordTable] { Array(state.tables.values) }

  func keys(in table: RecordTable) -> [RecordKey] {
    state.files[table.id]?.keys.compactMap { $0 } ?? []
  }

  func values(of key: RecordKey, in table: RecordTable) throws -> [StoredValue]? {
    try state.files[table.id]?[key].flatMap { try Entry.read($0).record?.values }
  }

  func keep(_ table: RecordTable?, id: String) throws {
    try put(table.map { Entry(id: id, table: $0) }, id, nil)
    state.tables[id] = table
  }

  func keep(_ values: [StoredValue]?, of key: RecordKey, in table: RecordTable) throws {
    try put(
      values.map { Entry(id: table.id, record: StoredRecord(key: key, values: $0)) }, table.id, key)
  }

  private func put(_ entry: Entry?, _ id: String, _ key: RecordKey?) throws {
    let former = state.files[id]?[key]
    let file = former ?? state.folder.appending(path: "\(UUID()).karc")
    if let entry { try KeyedArchiver().encode(entry).write(to: file, options: .atomic) }
    if entry == nil, former != nil { try FileManager.default.removeItem(at: file) }
    state.files[id, default: [:]][key] = entry == nil ? nil : file
  }
}
