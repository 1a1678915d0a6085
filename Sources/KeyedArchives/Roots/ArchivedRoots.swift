internal import ArchiveCompression
internal import ArchiveFormat
#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The roots of an archive, to be decoded one after the other: see ``KeyedUnarchiver/roots(of:dictionary:)``.
///
/// An object that several of them hold is one instance, as long as they are decoded by the same of these. Back
/// references may lead from one root into another: they are complete when the call that decodes them returns.
public final class ArchivedRoots {
  /// The values of the roots, as they were checked.
  enum Source {
    /// Among the cells of all: they may share objects.
    case cells(ArchivedDocument, ScopeTables)
    /// From their bytes, which were checked.
    case bytes(OpenedScope)
  }

  private let source: Source
  private let roots: [ArchivedRoot]
  private let unarchiver: KeyedUnarchiver
  /// The limits for decoding one root.
  private let limits: ArchiveLimits
  /// The positions of the roots, by their names.
  private let positions: [String.UTF8View.Digest: Int]
  private let held = HeldEngine()

  init(
    _ source: Source, _ roots: [ArchivedRoot], _ unarchiver: KeyedUnarchiver,
    _ limits: ArchiveLimits
  ) {
    self.source = source
    self.roots = roots
    self.unarchiver = unarchiver
    self.limits = limits
    let names = roots.enumerated().map { ($1.name.utf8.digest, $0) }
    positions = Dictionary(names) { first, _ in first }
  }

  /// The names, in the order of the archive; the empty one is that of the unnamed root.
  public var names: [String] { roots.map(\.name) }

  /// The value of a root. Asked for twice, objects are the same instances, and structs are decoded anew.
  ///
  /// - Throws: ``ArchiveError/Code/keyNotFound`` if there is no such root; else as
  ///   ``KeyedUnarchiver/decode(_:from:)-(_,Data)``.
  public func decode<Value: Decodable>(
    _ type: Value.Type, named name: String = ""
  ) throws -> Value {
    guard let root = positions[name.utf8.digest].map({ roots[$0] }) else {
      throw ArchiveError(
        .keyNotFound,
        "the archive has no root “\(name)”"
          + NearMiss.suggestion(
            for: name,
            among: roots.prefix(DecodingSession.maximumNamedKeyCount).map(\.name)))
    }
    if unarchiver.stackByteCount > 0 {
      return try LargeStack.run(unarchiver.stackByteCount) { try decode(type, root) }
    }
    return try decode(type, root)
  }

  private func decode<Value: Decodable>(_ type: Value.Type, _ root: ArchivedRoot) throws -> Value {
    do {
      switch source {
      case .cells(let document, let scope): return try decode(type, root, document, scope)
      case .bytes(let scope): return try decode(type, root, scope)
      }
    } catch {
      throw (error as? ArchiveError)?.inRoot(named: root.name) ?? error
    }
  }

  private func decode<Value: Decodable>(
    _ type: Value.Type, _ root: ArchivedRoot, _ document: ArchivedDocument, _ scope: ScopeTables
  ) throws -> Value {
    let ledger = DecodingLedger(
      scope, allowList: try unarchiver.allowedTypes.resolved(),
      settings: unarchiver.settings.values, limits: limits)
    ledger.rootName = root.name
    let objects = scope.objects.snapshot()
    do {
      return try DecodingSession(document, ledger).decodeRoot(type, cell: root.cell)
    } catch {
      // References in what was made meanwhile lead nowhere: it is made again.
      scope.objects.forget(since: objects)
      throw error
    }
  }

  private func decode<Value: Decodable>(
    _ type: Value.Type, _ root: ArchivedRoot, _ scope: OpenedScope
  ) throws -> Value {
    try unarchiver.decode(
      type,
      CheckedValue(
        content: scope.content, range: root.range, kind: KindID(.any),
        definitions: scope.definitions), scope.map, limits,
      at: ArchivePath(root.name.isEmpty ? [] : [.root(root.name)]), held)
  }
}

extension KeyedUnarchiver {
  /// The roots of an archive, whose bytes are checked here; of the last scope, if values were appended.
  ///
  /// - Parameters:
  ///   - archive: The archive.
  ///   - dictionary: What the archive was written against, if it is not self-contained.
  /// - Throws: ``ArchiveError`` for what is no archive, for damage and for limits.
  public func roots(
    of archive: Data, dictionary: ShapeDictionary? = nil
  ) throws -> ArchivedRoots {
    let limits = limits.forInput(byteCount: archive.count)
    var opener = ArchiveOpener(
      [UInt8](archive), limits: limits, keepsAllScopes: false, dictionary: dictionary,
      verifiesChecksums: verifiesChecksums)
    let opened = try opener.open()
    guard let scope = opened.scopes.last else {
      throw ArchiveError(.malformed, "the archive has no scope", byteOffset: 0)
    }
    let rest = limits.after(byteCount: opener.inflatedByteCount)
    if !settings.needsCells, !scope.outline.hasClasses,
      let roots = try scope.check(rest, DirectPasser(settings: settings, limits: rest))
    {
      try opened.check(rootCount: roots.count, byteCount: archive.count)
      return ArchivedRoots(.bytes(scope), roots, self, rest)
    }
    let document = try scope.scan(rest)
    try opened.check(rootCount: document.roots.count, byteCount: archive.count)
    return ArchivedRoots(
      .cells(document, ScopeTables(map: scope.map)), document.roots, self,
      rest.after(byteCount: document.byteCount))
  }
}
