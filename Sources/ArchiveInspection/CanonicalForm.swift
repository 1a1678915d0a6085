internal import ArchiveCompression
internal import ArchiveFormat

/// Decides from the bytes of a well-formed archive whether it is canonical (Spec, section 10).
///
/// Its values are written again by the writer's rules and compared as raw content; the members of
/// sets and the entries of maps must stand in the order of their stand-alone content.
struct CanonicalForm {
  private let inspector: ArchiveInspector
  private let bytes: [UInt8]

  init(_ inspector: ArchiveInspector, _ bytes: [UInt8]) {
    self.inspector = inspector
    self.bytes = bytes
  }

  func findings(_ limits: ArchiveLimits) -> [ArchiveError] {
    guard inspector.archive.dictionaryRowCount == nil else {
      return [note("a record against a dictionary has no canonical form of its own")]
    }
    guard inspector.documents.count == 1, let document = inspector.documents.first,
      let scope = inspector.archive.scopes.first
    else {
      return [note("whether an archive of several scopes is canonical is not decided")]
    }
    do throws(ArchiveError) {
      let stored = try storedContent(scope, limits)
      let written = try writtenContent(document, isRootList: scope.hasRootList)
      var findings = orderFindings(document, scope.map)
      if stored.definitions != written.definitions {
        findings.append(note("the definitions are not those that the writer's rules give"))
      } else if stored.values != written.values {
        let difference = zip(stored.values, written.values).enumerated()
          .first { $0.element.0 != $0.element.1 }?.offset
        let offset = scope.start + (difference ?? min(stored.values.count, written.values.count))
        findings.append(
          scope.map.located(
            note("the content is not that which the writer's rules give", at: offset)))
      }
      return findings
    } catch {
      return [error]
    }
  }

  private func note(
    _ message: String, at offset: Int? = nil, path: ArchivePath = ArchivePath()
  ) -> ArchiveError {
    ArchiveError(.notCanonical, message, byteOffset: offset, path: path)
  }

  // MARK: Content

  /// Definitions and values as they stand in the file, inflated.
  private func storedContent(
    _ scope: OpenedScope, _ limits: ArchiveLimits
  ) throws(ArchiveError) -> (definitions: [UInt8], values: ArraySlice<UInt8>) {
    guard inspector.archive.isMultiPart else {
      // The definitions of single-part framing stand before the value, after lead and versions.
      let count = inspector.archive.rawByteCount - (scope.content.count - scope.start)
      return (
        Array(scope.content[(scope.start - count)..<scope.start]), scope.content[scope.start...]
      )
    }
    var definitions: [UInt8] = []
    for part in inspector.archive.parts where part.header.type == .definitions {
      let header = part.header
      definitions +=
        header.isPacked
        ? try Zlib.inflated(
          bytes, header.storedRange, rawByteCount: header.rawByteCount, limits: limits)
        : Array(bytes[header.storedRange])
    }
    return (definitions.isEmpty ? [0x01] : definitions, scope.content[scope.start...])
  }

  /// Definitions and values as the writer's rules give them.
  private func writtenContent(
    _ document: ArchivedDocument, isRootList: Bool
  ) throws(ArchiveError) -> (definitions: [UInt8], values: ArraySlice<UInt8>) {
    var copy = TapeCopy(from: document)
    let roots = document.roots.map {
      ($0.name, copy.append(ArchivedValue(document, at: $0.cell)))
    }
    copy.appendTail()
    var writer = try Self.writer(of: copy.tape)
    var sink = ByteSink()
    for (name, cell) in roots {
      if isRootList {
        sink.varint(name.utf8.count + 1)
        sink.bytes.append(contentsOf: name.utf8)
      }
      sink.bytes.append(contentsOf: writer.value(at: cell))
    }
    if isRootList { sink.varint(0) }
    sink.bytes.append(contentsOf: writer.tail())
    return (writer.definitionBytes, sink.bytes[...])
  }

  private static func writer(of tape: ArchiveTape) throws(ArchiveError) -> ContentWriter {
    var tape = tape
    return ContentWriter(try ShapeMatcher.matched(&tape, maximumDepth: .max - 1), tape)
  }

  // MARK: Order

  private func orderFindings(_ document: ArchivedDocument, _ map: OffsetMap) -> [ArchiveError] {
    var first: ArchiveError?
    var count = 0
    let mentions = document.mentionCounts
    for index in document.cells.indices {
      let members: ArchivedValue.Elements
      switch document.cells[index].kind {
      case .set, .packedSet: members = ArchivedValue(document, at: index).elements
      case .map: members = ArchivedValue(document, at: index + 1).elements
      default: continue
      }
      guard let problem = problem(inOrderOf: members, mentions) else { continue }
      count += 1
      guard first == nil else { continue }
      first = map.located(
        note(problem, at: document.cells[index].rawOffset, path: document.path(toCell: index)))
    }
    guard var first else { return [] }
    if count > 1 { first.message += "; \(count) sets or maps are like this, the first" }
    return [first]
  }

  /// - Parameter mentions: ``ArchivedDocument/mentionCounts``.
  private func problem(
    inOrderOf elements: ArchivedValue.Elements, _ mentions: [UInt32]
  ) -> String? {
    let members = Array(elements)
    guard !members.contains(where: { $0.holdsObjects(mentions) }) else {
      return "members of a set or keys of a map hold objects, which have no order"
    }
    // One is in order, whatever it takes to write it.
    guard members.count > 1 else { return nil }
    var previous: [UInt8] = []
    for member in members {
      guard var writer = try? Self.writer(of: TapeCopy.tape(of: member)) else { continue }
      let content = writer.definitionBytes + writer.value(at: 0)
      guard previous.lexicographicallyPrecedes(content) else {
        return "members of a set or keys of a map are not in canonical order"
      }
      previous = content
    }
    return nil
  }
}

extension ArchivedDocument {
  /// How many of the cells before each one, and of all, are objects or references; empty if there are no objects.
  fileprivate var mentionCounts: [UInt32] {
    if objects.isEmpty { return [] }
    var counts: [UInt32] = [0]
    counts.reserveCapacity(cells.count + 1)
    for (index, cell) in cells.enumerated() {
      counts.append(counts[index] + (cell.kind.mentionsObject ? 1 : 0))
    }
    return counts
  }
}

extension ArchivedValue {
  /// Whether there are objects or references here or inside, from ``ArchivedDocument/mentionCounts``.
  fileprivate func holdsObjects(_ mentions: [UInt32]) -> Bool {
    index >= 0 && !mentions.isEmpty && mentions[cell.next(after: index)] > mentions[index]
  }
}
