internal import ArchiveCompression
internal import ArchiveFormat
#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Writes the roots of one archive: straight to bytes, or through a list of all values once one was not foreseen.
final class RootsWriter {
  /// A root that was given.
  private protocol Root {
    var name: String { get }
    var type: any Any.Type { get }
    func append(to encoder: DirectEncoder) -> Bool
    func list(in session: EncodingSession) throws -> CellList
  }

  private struct TypedRoot<Value: Encodable>: Root {
    let name: String
    let value: Value

    var type: any Any.Type { Value.self }
    func append(to encoder: DirectEncoder) -> Bool { encoder.append(root: value, named: name) }
    func list(in session: EncodingSession) throws -> CellList {
      do {
        return try session.list(ofRoot: value)
      } catch let error as ArchiveError {
        throw error.inRoot(named: name)
      }
    }
  }

  private let settings: KeyedArchiver
  /// Nil once the roots go the general way.
  private var encoder: DirectEncoder?
  private var roots: [any Root] = []
  private var names: Set<String.UTF8View.Digest> = []
  /// True while a root is encoded.
  private var isBusy = false
  /// Passes through the roots but the first.
  private var passCount = 0
  /// The costs of the archive around before the roots were encoded.
  private let costsBefore: FurtherCost?
  private var session: EncodingSession?
  private var lists: [CellList] = []

  init(_ settings: KeyedArchiver, isDirect: Bool) {
    self.settings = settings
    costsBefore = settings.furtherCosts?.sum
    guard isDirect, !settings.hooks.areInConflict, !DirectEncoder.leavesDepthUncounted(settings)
    else {
      return
    }
    let encoder =
      settings.hooks.isEmpty
      ? DirectEncoderPool.take(usesGeneratedCode: settings.usesGeneratedCode)
      : DirectEncoderPool.take(with: settings.hooks)
    encoder.beginRoots(settings, isAgain: false)
    self.encoder = encoder
  }

  /// True if all roots so far went straight to bytes.
  var isDirect: Bool { encoder != nil }

  func append<Value: Encodable>(_ value: Value, named name: String) throws {
    guard !names.contains(name.utf8.digest) else {
      throw ArchiveError(.duplicateKey, "two roots have the name “\(name)”")
    }
    guard !isBusy else {
      throw ArchiveError(.invalidValue, "a root is added while another one is encoded")
    }
    isBusy = true
    defer { isBusy = false }
    let root = TypedRoot(name: name, value: value)
    if let encoder, encoder.isWorthATry(Value.self) {
      roots.append(root)
      if root.append(to: encoder) || encodeByNextPass(encoder) {
        names.insert(name.utf8.digest)
        return
      }
      roots.removeLast()
      encoder.noteAttempt(with: Value.self, succeeded: false)
    }
    let session = try generalSession()
    lists.append(try root.list(in: session))
    roots.append(root)
    names.insert(name.utf8.digest)
  }

  /// Encodes all roots once more, as long as that finds out something; false if they go the general way.
  private func encodeByNextPass(_ encoder: DirectEncoder) -> Bool {
    while passCount < DirectEncoder.passLimit {
      passCount += 1
      guard !encoder.hasDeviated || encoder.triesAgain else { return false }
      encoder.beginRoots(settings, isAgain: true)
      if roots.allSatisfy({ $0.append(to: encoder) }) { return true }
    }
    return false
  }

  /// The session of the general way, which has the roots so far.
  private func generalSession() throws -> EncodingSession {
    if let session { return session }
    giveBack()
    if let costsBefore { settings.furtherCosts?.reset(to: costsBefore) }
    let session = settings.session()
    do {
      lists = try roots.map { try $0.list(in: session) }
    } catch {
      session.end()
      throw error
    }
    self.session = session
    return session
  }

  private func giveBack() {
    guard let encoder else { return }
    if settings.hooks.isEmpty {
      DirectEncoderPool.giveBack(encoder)
    } else {
      DirectEncoderPool.giveBack(encoder, to: settings.hooks)
    }
    self.encoder = nil
  }

  /// Lets go of encoders, which hold what they encoded.
  func end() {
    giveBack()
    session?.end()
  }

  /// The archive of all roots.
  func archive() throws -> Data {
    guard let first = roots.first else {
      throw ArchiveError(.invalidValue, "an archive has at least one root")
    }
    if let encoder {
      let archive = try archive(first, encoder)
      for root in roots { encoder.noteAttempt(with: root.type, succeeded: archive != nil) }
      if let archive { return Data(owning: archive) }
    }
    let session = try generalSession()
    let tape = try session.tape(ofRoots: zip(roots, lists).map { ($0.name, $1) })
    return Data(
      try ArchiveAssembler(settings.layout(session.furtherCost(settings))).assemble(
        tape, maximumDepth: settings.maximumDepth))
  }

  /// The archive of the bytes of an encoder; nil if the roots have to go the general way.
  private func archive(_ first: any Root, _ encoder: DirectEncoder) throws -> RawBuffer? {
    let isList = roots.count > 1 || !first.name.isEmpty
    guard !encoder.hasDeviated, encoder.hasFewEmptyElements(),
      encoder.areLabelsRight,
      let definitions = unsafe encoder.definitionBytes().map({ unsafe Array($0) }),
      !isList || encoder.endList(ofRoots: first.name),
      let further = settings.furtherCost(of: encoder),
      let cuts = encoder.blockCuts()
    else { return nil }
    let assembler = ArchiveAssembler(settings.layout(further))
    return isList
      ? unsafe try assembler.assemble(definitions, roots: encoder.content, roots.count, cuts)
      : unsafe try assembler.assemble(definitions, encoder.content, cuts)
  }
}
