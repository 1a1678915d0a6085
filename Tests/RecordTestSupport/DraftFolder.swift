package import Foundation
package import RecordStorage
package import StorageTransforms

/// `Spec/vectors/drafts/NUMBER`: files as the code of one draft of the formats wrote them. They are never written again.
package struct DraftFolder: CustomStringConvertible, Sendable {
  /// The formats that have a draft of their own.
  package enum Format: CaseIterable, Sendable {
    /// Archives, and stores in databases.
    case archives
    case logs

    /// The draft that the code of today writes.
    package var current: Int {
      switch self {
      case .archives: 2
      case .logs: 3
      }
    }
  }

  package let number: Int
  package let format: Format

  package var isCurrent: Bool { number == format.current }
  package var description: String { "draft \(number)" }

  private static let all = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Spec/vectors/drafts").standardizedFileURL

  /// The numbers of all folders.
  package static let numbers: [Int] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: all.path)) ?? []
    return names.compactMap(Int.init).sorted()
  }()

  /// Those of all drafts of a format.
  package static func folders(of format: Format) -> [DraftFolder] {
    (1...format.current).map { DraftFolder(number: $0, format: format) }
  }

  /// The bytes of a file, which is kept as Base64, in lines of 76 characters.
  ///
  /// With `WRITE_DRAFT=1` in the environment, a file of today's draft that is missing is written, as `make` gives it.
  package func bytes(_ name: String, make: () throws -> Data) throws -> Data {
    let file = Self.all.appending(path: "\(number)/\(name).base64")
    if isCurrent, ProcessInfo.processInfo.environment["WRITE_DRAFT"] == "1",
      !FileManager.default.fileExists(atPath: file.path)
    {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      let text = try make().base64EncodedString(options: [
        .lineLength76Characters, .endLineWithLineFeed,
      ])
      try Data((text + "\n").utf8).write(to: file)
    }
    let text = try Data(contentsOf: file)
    guard let bytes = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else {
      throw CocoaError(.fileReadCorruptFile)
    }
    return bytes
  }

  // MARK: Records

  package static let table = RecordTable(
    EntitySchema(
      "Photo",
      attributes: [
        AttributeSchema("id", type: .int64, form: TransformForm("native"), isRequired: true),
        AttributeSchema("file", type: .text, form: TransformForm("native"), isUnique: true),
        AttributeSchema("size", type: .int64, form: TransformForm("native"), isIndexed: true),
        AttributeSchema("score", type: .double, form: TransformForm("native")),
        AttributeSchema("bytes", type: .blob, form: TransformForm("native")),
      ]), keyKind: .integer, keyAttribute: "id")

  /// The records of the stores.
  package static let records: [StoredRecord] = (1...12).map { (number: Int64) in
    var values: [StoredValue] = [.integer(number), .text("photo-\(number).é.png")]
    values.append(number % 4 == 0 ? .null : .integer(number * 1_000_000_007))
    values.append(number % 3 == 0 ? .null : .real(Double(number) / 8))
    let bytes = Data(repeating: UInt8(number), count: Int(number))
    values.append(number % 5 == 0 ? .null : .blob(bytes))
    return StoredRecord(key: .integer(number), values: values)
  }

  /// Defines the table and writes the records, and one more, which is deleted.
  package static func fill(_ store: RecordStore) throws {
    try store.write { try $0.define(table) }
    for record in records { try store.write { try $0.insert(record, into: "Photo") } }
    let extra = StoredRecord(
      key: .integer(99), values: [.integer(99), .null, .null, .null, .null])
    try store.write { try $0.insert(extra, into: "Photo") }
    try store.write { _ = try $0.delete(.integer(99), from: "Photo") }
  }

  package static func contents(_ store: RecordStore) throws -> [StoredRecord] {
    try store.read { try $0.records(RecordQuery(), in: "Photo") }
  }
}
