#if PostgreSQL
  internal import CPostgreSQL
  internal import RecordStorage
  internal import StorageTransforms

  #if canImport(FoundationEssentials)
    internal import FoundationEssentials
  #else
    internal import Foundation
  #endif

  /// What a statement gave: rows of cells, in memory of libpq.
  @safe
  final class PostgreSQLResult {
    private let handle: OpaquePointer

    /// Takes over what libpq made.
    init(_ handle: OpaquePointer) { unsafe self.handle = handle }

    deinit { unsafe PQclear(handle) }

    var rowCount: Int { unsafe Int(PQntuples(handle)) }

    /// How many rows a change affected.
    var affectedCount: Int { unsafe Int(String(cString: PQcmdTuples(handle))) ?? 0 }

    /// The first words of what was done: `ROLLBACK` for a commit that was none.
    var commandTag: String { unsafe String(cString: PQcmdStatus(handle)) }

    /// Whether the server did what it was told.
    var isSuccess: Bool {
      let status = unsafe PQresultStatus(handle)
      return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK
    }

    /// Whether it is the mark behind a row of statements that were sent at once.
    var isSynchronization: Bool { unsafe PQresultStatus(handle) == PGRES_PIPELINE_SYNC }

    /// Whether the statement was left out because an earlier one had failed.
    var isLeftOut: Bool { unsafe PQresultStatus(handle) == PGRES_PIPELINE_ABORTED }

    /// The five characters that say what failed, and the sentence; the server's details, which may hold values, are left out.
    var failure: (state: String?, message: String?) {
      (field(Int32(UInt8(ascii: "C"))), field(Int32(UInt8(ascii: "M"))))
    }

    private func field(_ code: Int32) -> String? {
      guard let text = unsafe PQresultErrorField(handle, code) else { return nil }
      return unsafe String(cString: text)
    }

    /// A cell of a result in text form; nil for null.
    func text(_ row: Int, _ column: Int) -> String? {
      unsafe bytes(row, column) { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// A cell of a result in binary form.
    func blob(_ row: Int, _ column: Int) -> Data? { unsafe bytes(row, column) { unsafe Data($0) } }

    /// How many bytes the cells of a row take.
    func byteCount(_ row: Int) -> Int {
      unsafe (0..<PQnfields(handle)).reduce(0) {
        unsafe $0 + Int(PQgetlength(handle, Int32(clamping: row), $1))
      }
    }

    /// A cell of a result in binary form, as the value that a column of the type holds.
    ///
    /// - Throws: ``StorageError/Code/damaged`` for a cell of another form.
    func value(_ row: Int, _ column: Int, _ type: ColumnType) throws -> StoredValue {
      let value = unsafe bytes(row, column) { unsafe Self.value($0, type) }
      guard let value else { return .null }
      guard let value else {
        throw StorageError(.damaged, "a cell is no \(type.declaration) that was stored here")
      }
      return value
    }

    private func bytes<Value>(
      _ row: Int, _ column: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Value
    ) -> Value? {
      let (row, column) = (Int32(clamping: row), Int32(clamping: column))
      guard unsafe PQgetisnull(handle, row, column) == 0,
        let start = unsafe PQgetvalue(handle, row, column)
      else { return nil }
      let count = unsafe Int(PQgetlength(handle, row, column))
      return unsafe start.withMemoryRebound(to: UInt8.self, capacity: count) {
        unsafe body(UnsafeBufferPointer(start: $0, count: count))
      }
    }

    private static func value(
      _ bytes: UnsafeBufferPointer<UInt8>, _ type: ColumnType
    ) -> StoredValue? {
      switch type {
      case .boolean: unsafe bytes.count == 1 ? .integer(bytes[0] == 0 ? 0 : 1) : nil
      case .smallInteger, .integer, .bigInteger: unsafe integer(bytes).map { .integer($0) }
      case .real:
        unsafe bytes.count == 8
          ? .real(Double(bitPattern: number(bytes[...]))) : nil
      case .text: unsafe .text(String(decoding: bytes, as: UTF8.self))
      case .bytes: unsafe .blob(Data(bytes))
      case .anyKind: unsafe anyKind(bytes)
      }
    }

    private static func anyKind(_ bytes: UnsafeBufferPointer<UInt8>) -> StoredValue? {
      guard let first = unsafe bytes.first, let tag = StoredValueTag(rawValue: first) else {
        return nil
      }
      let rest = unsafe bytes[1...]
      switch tag {
      case .integer:
        return unsafe rest.count == 8 ? .integer(Int64(bitPattern: number(rest))) : nil
      case .real: return unsafe rest.count == 8 ? .real(Double(bitPattern: number(rest))) : nil
      case .text: return unsafe .text(String(decoding: rest, as: UTF8.self))
      case .blob: return unsafe .blob(Data(rest))
      }
    }

    private static func integer(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
      let bits = unsafe number(bytes[...])
      return switch bytes.count {
      case 2: Int64(Int16(truncatingIfNeeded: bits))
      case 4: Int64(Int32(truncatingIfNeeded: bits))
      case 8: Int64(bitPattern: bits)
      default: nil
      }
    }

    private static func number(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> UInt64 {
      unsafe bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
  }
#endif
