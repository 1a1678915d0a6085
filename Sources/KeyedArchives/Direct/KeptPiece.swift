internal import ArchiveFormat

/// A value that user code keeps a decoder or container of after it was decoded.
///
/// Its container reads it through ``KeptReader`` from the bytes, and from cells where that does not foresee something.
final class KeptPiece {
  let reader: KeptReader
  let offset: Int
  let kind: KindID
  /// Its shape, if its kind tells it.
  let shape: Int?
  /// The definitions of the engine that met it, which has all kinds up to its own.
  private let definitions: KeptDefinitions
  let lazyPath: LazyPath
  let depth: Int
  /// All cells of the scope, if the value may hold objects.
  private let scope: ScopeCells?
  /// The forms of the record, if it may be older than its type.
  private let forms: RecordForms?
  private var made: ValueDecoder?
  /// For arrays: the element that reading got to, and its place in the bytes that the reader's engine reads.
  var reached: (index: Int, mark: ElementMark)?
  /// Tells it from the others of its reader.
  let number: Int

  init(
    _ reader: KeptReader, offset: Int, kind: KindID, shape: Int?, _ definitions: KeptDefinitions,
    path: LazyPath, depth: Int, scope: ScopeCells?, forms: RecordForms?
  ) {
    self.reader = reader
    self.offset = offset
    self.kind = kind
    self.definitions = definitions
    self.shape = shape
    lazyPath = path
    self.depth = depth
    self.scope = scope
    self.forms = forms
    number = reader.nextNumber()
  }

  /// The coding path. O(length).
  var path: [any CodingKey] { lazyPath.keys }

  /// True if it was found to hold no objects; nil until that is asked for.
  var holdsNoObjects: Bool?
  /// True if it may hold objects: they have numbers that count from the beginning of the archive.
  var mayHoldObjects: Bool { scope != nil }

  /// True if it can be read without what stands around it, unless it is found to hold objects.
  var isReadAlone: Bool { forms == nil && made == nil && holdsNoObjects != false }

  /// A decoder of its cells.
  func decoder() throws -> ValueDecoder {
    if let made { return made }
    let ledger = reader.ledger
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
    if let refusal = reader.ledger.refusal { throw refusal }
    if let scope {
      let document = try scope.document()
      guard let cell = scope.cell(kind, at: offset, depth: depth, definitions.all.kinds) else {
        throw ArchiveError(.malformed, "no such value stands here", byteOffset: offset)
      }
      return (document, cell)
    }
    var scanner = ContentScanner(
      reader.bytes, from: offset, definitions: definitions.all, fieldTable: reader.fields,
      limits: reader.ledger.limits)
    return (try scanner.scanPiece(kind, depth: 0), 0)
  }
}

/// The definitions of an engine when it met a value that is kept. Values whose kinds are among them share a copy, since another thread may read kept values
/// while the engine goes on.
final class KeptDefinitions {
  let all: ArchiveDefinitions
  private let schema: DirectSchema
  private let kindCount: Int

  init(_ schema: DirectSchema) {
    self.schema = schema
    all = schema.definitions
    kindCount = all.kinds.count
  }

  /// True if they are those of a schema up to a kind.
  func reach(_ kind: KindID, of schema: DirectSchema) -> Bool {
    self.schema === schema && kind.index < kindCount
  }
}
