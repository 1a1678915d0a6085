public import ArchiveCompression
public import ArchiveFormat
public import RecordLog

extension StoreInspector {
  /// The entity with a name, an id, or a number behind a `#`.
  ///
  /// - Throws: ``ArchiveError/Code/keyNotFound``, the message naming those that come nearest.
  public func entity(named name: String) throws(ArchiveError) -> StoreEntity {
    let found =
      entities.first { $0.name == name } ?? entities.first { $0.schema?.id == name }
      ?? entities.first { "#\($0.number)" == name }
    guard let found else {
      throw ArchiveError(
        .keyNotFound,
        "there is no entity “\(name)”"
          + NearMiss.suggestion(for: name, among: entities.map { $0.name }))
    }
    return found
  }

  /// The record with a key; nil if there is none.
  ///
  /// - Throws: `LogError` for bytes that are no values, or that are not what they were.
  public func record(_ key: LogKey, of entity: StoreEntity) throws(LogError) -> StoreRecord? {
    guard let place = entity.records[key] else { return nil }
    do throws(LogError) {
      return StoreRecord(key: key, values: try place.record(key, in: file).values)
    } catch {
      throw LogError(
        error.code, error.message, byteOffset: place.byteOffset + (error.byteOffset ?? 0))
    }
  }

  /// A record as one JSON object in a line: its values by the names of their attributes.
  ///
  /// Integers and text are what they are in JSON; so are reals, but for those that are not finite, which are null. A blob is the
  /// value that an archive holds, in the form of ``JSONFidelity/lossy``, or else Base64. A key that is no
  /// attribute stands in front as `$key`. Characters that a terminal could obey are escaped.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - entity: The entity that it belongs to.
  ///   - shapes: The dictionary that archives of the store are written against: `shapeDictionary(limits:)`.
  ///   - limits: What reading the archives in the record may cost.
  ///   - report: Receives the name of each attribute whose archive cannot be read, and why. Its Base64 is in the text.
  public func json(
    _ record: StoreRecord, of entity: StoreEntity, shapes: ShapeDictionary? = nil,
    limits: ArchiveLimits = .untrusted,
    report: (_ attribute: String, _ error: ArchiveError) -> Void = { _, _ in }
  ) -> [UInt8] {
    var text = JSONText(isEscapedForTerminal: true)
    var separator = "{"
    func add(
      _ name: String, _ value: LogValue, isArchive: Bool = false, to text: inout JSONText
    ) {
      text.raw(separator)
      separator = ","
      text.string(name)
      text.raw(":")
      if let error = text.add(value, shapes, limits), isArchive || error.isOfArchive {
        report(name, error)
      }
    }
    let keyPosition = entity.schema?.keyPosition
    if keyPosition == nil { add("$key", record.key.value, to: &text) }
    for (position, value) in record.values.enumerated() {
      add(
        entity.attributeName(at: position), position == keyPosition ? record.key.value : value,
        isArchive: entity.isArchive(at: position), to: &text)
    }
    if record.values.isEmpty, keyPosition != nil { text.raw("{") }
    text.raw("}")
    return text.bytes
  }
}

extension JSONText {
  /// Appends a value; returns what is wrong with a blob that begins as an archive does and cannot be read.
  fileprivate mutating func add(
    _ value: LogValue, _ shapes: ShapeDictionary?, _ limits: ArchiveLimits
  ) -> ArchiveError? {
    switch value {
    case .null: raw("null")
    case .integer(let value): raw(String(value))
    case .real(let value): raw(value.isFinite ? value.description : "null")
    case .text(let value): string(value)
    case .blob(let bytes):
      do throws(ArchiveError) {
        append(
          try ArchiveInspector(bytes, limits: limits, dictionary: shapes)
            .json(.lossy, isEscapedForTerminal: true))
      } catch {
        string(ByteText.base64(bytes))
        return error
      }
    }
    return nil
  }
}

extension ArchiveError {
  /// Returns whether the error can only come from an archive, and not from other bytes that begin like one.
  fileprivate var isOfArchive: Bool { code == .limitExceeded || code == .needsFeature }
}
