internal import struct ArchiveFormat.ArchiveError
internal import struct ArchiveFormat.ArchivePath

/// The encoder of one value: appends its cells to a list.
///
/// A value's first container call decides what it is. Containers write through their encoder, and
/// only while its value is the one being encoded: a container that is kept longer throws.
final class ValueEncoder: Encoder {
  /// The way from the parent to this value.
  enum Step {
    case root
    case key(UInt32)
    case index(Int)
    /// The same value: single-value containers.
    case none
  }

  enum Form { case none, keyed, unkeyed, single }

  let session: EncodingSession
  let list: CellList
  let parent: ValueEncoder?
  let step: Step
  /// A number that no other encoder of this call has.
  let identity: Int
  /// Index of the value's first cell.
  var start: Int
  /// Carries the key that the value's first cell gets.
  var place = ArchiveCell(.null)
  /// The type that labels the value if it is a record.
  var valueType: (any Any.Type)?
  private(set) var form = Form.none
  private(set) var count = 0
  /// By key: the container that was asked for there last, with nothing given there since, as an index of the session's encoders.
  var nested: [UInt32: Int] = [:]
  /// Containers that are open around the value's children.
  var nesting: Int { outerNesting + (form == .keyed || form == .unkeyed ? 1 : 0) }
  private let outerNesting: Int
  /// A Boolean value indicating whether the value may still be written to.
  private(set) var isOpen = true

  init(_ session: EncodingSession, _ list: CellList, parent: ValueEncoder?, step: Step) {
    self.session = session
    self.list = list
    self.parent = parent
    self.step = step
    identity = session.newIdentity()
    start = list.cells.count
    outerNesting = parent?.nesting ?? 0
  }

  var userInfo: [CodingUserInfoKey: Any] { session.settings.userInfo }

  var codingPath: [any CodingKey] {
    var path: [any CodingKey] = []
    var encoder: ValueEncoder? = self
    while let here = encoder {
      switch here.step {
      case .key(let key): path.append(ArchiveCodingKey(stringValue: session.tape.keys[Int(key)]))
      case .index(let index): path.append(ArchiveCodingKey(intValue: index))
      case .root, .none: break
      }
      encoder = here.parent
    }
    path.reverse()
    return path
  }

  /// The path to a child at a place.
  func path(to place: ArchiveCell) -> ArchivePath {
    var path = ArchivePath(codingPath: codingPath)
    switch nextStep(place) {
    case .key(let key): path.steps.append(.key(session.tape.keys[Int(key)]))
    case .index(let index): path.steps.append(.index(index))
    case .root, .none: break
    }
    return path
  }

  /// The step to the next child.
  func nextStep(_ place: ArchiveCell) -> Step {
    switch form {
    case .keyed: .key(place.key)
    case .unkeyed: .index(count)
    case .single: .none
    case .none: .root
    }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    begin(.keyed, .record)
    return KeyedEncodingContainer(KeyedEncoding(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    begin(.unkeyed, .array)
    return UnkeyedEncoding(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleValueEncoding(encoder: self)
  }

  /// Makes the value a container of some kind; asking twice for the same is the same.
  func begin(_ form: Form, _ kind: CellKind) {
    guard self.form != form else { return }
    guard self.form == .none, isOpen, list.current == identity else {
      session.misuse =
        session.misuse
        ?? ArchiveError(
          .invalidValue, "a value asks for containers of two kinds, or after it was encoded",
          path: ArchivePath(codingPath: codingPath))
      return
    }
    self.form = form
    var cell = place
    cell.kind = kind
    if kind == .record, let valueType {
      do throws(ArchiveError) {
        cell.detail = UInt32(truncatingIfNeeded: try session.typeRow(valueType) + 1)
      } catch {
        session.misuse = session.misuse ?? error
      }
    }
    list.cells.append(cell)
  }

  /// Begins a single value; a second one is refused.
  func beginSingle() throws(ArchiveError) {
    guard form == .none else { throw misuse("a single-value container holds one value") }
    try checkOpen(.none)
    form = .single
  }

  /// Throws unless the container may be written to now.
  func checkOpen(_ expected: Form) throws(ArchiveError) {
    if let misuse = session.misuse { throw misuse }
    guard isOpen, form == expected, list.current == identity else {
      throw misuse("a container is used after its value, or inside another value")
    }
  }

  func misuse(_ message: String) -> ArchiveError {
    ArchiveError(.invalidValue, message, path: ArchivePath(codingPath: codingPath))
  }

  /// Appends a leaf as the next child.
  func append(_ cell: ArchiveCell, at place: ArchiveCell) {
    var cell = cell
    if form == .none || form == .single {
      cell.key = self.place.key
      cell.isOptionalCall = self.place.isOptionalCall
    } else {
      cell.key = place.key
      cell.isOptionalCall = place.isOptionalCall
    }
    list.cells.append(cell)
  }

  func countChild() { count += 1 }

  /// Notes that something else is given under a key.
  func forgetNested(_ key: UInt32) {
    if !nested.isEmpty { nested[key] = nil }
  }

  /// The place of a field or entry.
  func place(forKey key: String) -> ArchiveCell {
    var place = ArchiveCell(.null)
    place.key = session.tape.number(ofKey: key)
    return place
  }

  /// Encodes a value as the next child.
  func encodeChild<Value: Encodable>(_ value: Value, _ place: ArchiveCell) throws {
    try session.encode(value, into: self, place)
  }

  /// Lets a single-value container take another value after a failed attempt.
  func takeBackSingle() { form = .none }

  /// An encoder that leads nowhere, for container calls that cannot throw.
  func misused(_ error: ArchiveError) -> ValueEncoder {
    session.misuse = session.misuse ?? error
    let list = CellList()
    let detached = ValueEncoder(session, list, parent: self, step: .none)
    list.current = detached.identity
    return detached
  }

  /// Turns the record that the container is so far into a map with string keys.
  func becomeMap() {
    list.cells[start].kind = .keyedMap
    list.cells[start].detail = 0
  }

  /// Completes the value. One that encoded nothing is a record without keys.
  func finish() throws(ArchiveError) {
    if form == .none { begin(.keyed, .record) }
    guard isOpen else { return }
    isOpen = false
    if form == .keyed || form == .unkeyed {
      list.cells[start].length = count
      list.cells[start].payload = UInt64(truncatingIfNeeded: list.cells.count)
    }
  }

  /// An encoder for a child that may be filled later: its cells go to a segment of their own.
  func segment(at place: ArchiveCell) -> ValueEncoder {
    let segment = session.newSegment()
    let child = ValueEncoder(session, segment, parent: self, step: nextStep(place))
    segment.current = child.identity
    var cell = place
    cell.kind = .segment
    cell.detail = UInt32(truncatingIfNeeded: segment.number - 1)
    session.segmentEncoders.append(child)
    list.cells.append(cell)
    countChild()
    return child
  }
}
