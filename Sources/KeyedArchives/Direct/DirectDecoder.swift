internal import ArchiveFormat

/// The decoder of one value that is read straight from bytes.
///
/// It is used again for the next value at its depth, unless user code keeps it.
final class DirectDecoder: Decoder {
  /// Its own memory.
  let level: Ref<Level>
  /// The value, once it is over and user code keeps the decoder.
  var keptPiece: KeptPiece?

  private init(_ level: Ref<Level>) { self.level = level }

  deinit { level.free() }

  /// A level with its decoder.
  static func makeLevel(
    _ state: Ref<DirectState>, after previous: Ref<Level>?, _ slot: Ref<FieldSlot>,
    _ mark: RawCursor.Mark
  ) -> Ref<Level> {
    let level = Ref(
      Level(
        state: state, previous: previous, number: (previous?.pointee.number ?? -1) + 1,
        slot: slot, start: mark, payload: mark, end: mark, run: DirectRun(slot: slot), place: slot,
        reached: (0, mark)))
    level.pointee.decoder = DirectDecoder(level)
    return level
  }

  var codingPath: [any CodingKey] {
    if level.pointee.mode == .kept { return (try? cells())?.codingPath ?? [] }
    return level.pointee.state.codingPath(to: level)
  }

  var userInfo: [CodingUserInfoKey: Any] {
    if level.pointee.mode == .kept { return (try? cells())?.userInfo ?? [:] }
    return level.pointee.state.pointee.engine.settings.values.userInfo
  }

  /// The same value as a decoder of cells.
  func cells() throws -> ValueDecoder {
    let state = level.pointee.state
    if level.pointee.mode != .kept, !state.isOpen(level), let around = level.pointee.previous {
      _ = state.pointee.engine.makeLevel(after: around, state.codingPath(to: level))
    }
    if level.pointee.mode == .kept, let keptPiece { return try keptPiece.decoder() }
    return try state.useCells(level)
  }

  /// Whether nothing inside the value is being read, so that reading it may go on from here.
  @inline(__always)
  var isInnermost: Bool {
    level.pointee.mode != .kept && level.pointee.state.pointee.level == level
  }

  /// Whether nothing of the value was read, and nothing inside is.
  private var isUntouched: Bool {
    level.pointee.mode == .untouched && level.pointee.state.pointee.level == level
  }

  func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    if level.pointee.mode == .untouched, level.pointee.state.pointee.level == level,
      let box = level.pointee.state.open(level, type)
    {
      return KeyedContainers.container(box, type)
    }
    return try furtherContainer(type)
  }

  @inline(never)
  private func furtherContainer<Key: CodingKey>(
    _ type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    try carryingErrors([String: Any].self) {
      if level.pointee.mode != .kept, let box = try level.pointee.state.openAgain(level, type) {
        return KeyedContainers.container(box, type)
      }
      return try lastContainer(type)
    }
  }

  /// The container of a map, or of cells.
  @inline(never)
  private func lastContainer<Key: CodingKey>(
    _ type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    if isUntouched, let container = level.pointee.state.mapContainer(level, type) {
      return container
    }
    if isUntouched, let error = try level.pointee.state.mismatch(keyed: level) { throw error }
    return try cells().container(keyedBy: type)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    if isUntouched, level.pointee.state.openUnkeyed(level) { return DirectUnkeyed(self) }
    return try carryingErrors([Any].self) {
      if isUntouched, let error = try level.pointee.state.mismatch(unkeyed: level) { throw error }
      return try cells().unkeyedContainer()
    }
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    DirectSingle(decoder: self)
  }

  /// Errors as user code may catch them.
  private func carryingErrors<Result>(
    _ type: any Any.Type, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch {
      throw DecodingError.carrying(error, type, codingPath)
    }
  }
}

/// A value that user code keeps a decoder or container of after it was decoded.
final class KeptPiece {
  private let bytes: [UInt8]
  private let offset: Int
  private let kind: KindID
  private let definitions: ArchiveDefinitions
  private let fields: FieldTable
  private let ledger: DecodingLedger
  private let path: [any CodingKey]
  private let depth: Int
  /// If the archive may hold objects.
  private let scope: ScopeCells?
  /// The forms of the record, if it may be older than its type.
  private let forms: RecordForms?
  private weak var engine: DirectEngine?
  private var made: ValueDecoder?

  init(
    bytes: [UInt8], offset: Int, kind: KindID, definitions: ArchiveDefinitions,
    fields: FieldTable, ledger: DecodingLedger, path: [any CodingKey], depth: Int,
    scope: ScopeCells?, forms: RecordForms?, engine: DirectEngine
  ) {
    self.bytes = bytes
    self.offset = offset
    self.kind = kind
    self.definitions = definitions
    self.fields = fields
    self.ledger = ledger
    self.path = path
    self.depth = depth
    self.scope = scope
    self.forms = forms
    self.engine = engine
  }

  /// A decoder of its cells.
  func decoder() throws -> ValueDecoder {
    if let made { return made }
    let decoder: ValueDecoder
    do throws(ArchiveError) {
      let (document, cell) = try cells()
      let session = DecodingSession(document, ledger, basePath: path)
      decoder = ValueDecoder(session, session.slot(cell), parent: nil, step: .none)
    } catch {
      throw ledger.refuse(ledger.scope.located(error), path)
    }
    decoder.evolution = try forms?.evolution(of: decoder)
    made = decoder
    return decoder
  }

  private func cells() throws(ArchiveError) -> (document: ArchivedDocument, cell: Int) {
    if let refusal = ledger.refusal { throw refusal }
    if let scope {
      let document = try checked(scope.document())
      guard let cell = scope.cell(kind, at: offset, depth: depth, definitions.kinds) else {
        throw ArchiveError(.malformed, "no such value stands here", byteOffset: offset)
      }
      return (document, cell)
    }
    var scanner = ContentScanner(
      bytes, from: offset, definitions: definitions, fieldTable: fields, limits: ledger.limits)
    return (try checked(scanner.scanPiece(kind, depth: 0)), 0)
  }

  /// Edges to objects are resolved with the archive around them. Until they are, the call is left to cells. Afterwards no edge is decoded any more, and the
  /// engine may be another call's.
  private func checked(
    _ document: ArchivedDocument
  ) throws(ArchiveError) -> ArchivedDocument {
    if !document.hasEdges || ledger.isGraphOver || ledger.graph.isOver { return document }
    throw engine?.leaveToCells()
      ?? ArchiveError(.invalidValue, "a container with references is used after its value")
  }
}
