package import ArchiveFormat
package import PropertyListFormat

/// A class in an archive that `NSKeyedArchiver` wrote.
package struct FoundationClassUsage: Sendable {
  /// The name.
  package let name: String
  /// The names of its superclasses, the nearest first, as far as the file has them.
  package let superclasses: [String]
  /// The names of classes that may stand in for it.
  package let hints: [String]
  /// The number of its objects, those of subclasses not counted.
  package let count: Int
}

extension FoundationGraph {
  /// The sentence that says why a property list with a string `$archiver` is no keyed archive; nil for a keyed archive, and for a property list
  /// without that string.
  ///
  /// - Throws: ``ArchiveError`` with the code ``ArchiveError/Code/malformedPropertyList``.
  package static func lack(of list: PropertyList) throws(ArchiveError) -> String? {
    var walk = ListWalk(list)
    var frame = ArchiveFrame(list)
    guard try !frame.read(&walk), frame.archiver != nil else { return nil }
    return frame.missing
  }

  /// The key of the root of an archive that has only one.
  package static let usualRootKey = "root"

  /// The roots as a document of values for people. O(bytes), without recursion.
  ///
  /// Objects of Foundation's classes are the values that they are, others records under the names of their classes. An object that is
  /// mentioned more than once has a number, if it holds other values. A root that is alone under ``usualRootKey`` has no name.
  ///
  /// - Throws: ``ArchiveError`` with the code ``ArchiveError/Code/limitExceeded`` if many references lead to large texts or data.
  package func plainDocument() throws(ArchiveError) -> ArchivedDocument {
    var tape = GraphTape(self)
    return try tape.document()
  }

  /// The classes of the objects that are reached, those with the most objects first, then by their names. O(objects).
  ///
  /// - Throws: Nothing for a graph that was read.
  package func classUsages() throws(ArchiveError) -> [FoundationClassUsage] {
    var counts: [Int: Int] = [:]
    for entry in objects {
      if let classEntry = classEntry(of: entry) { counts[classEntry, default: 0] += 1 }
    }
    // Several entries may be one class. Names are compared by their bytes.
    var names: [[[[UInt8]]]: Int] = [:]
    for (entry, count) in counts {
      guard let found = classes[entry] else { continue }
      let name = list.utf8(found.name)
      var chain = found.chain.map { list.utf8($0) }
      // The chain begins with the class itself.
      if chain.first == name { chain.removeFirst() }
      names[[[name], chain, (found.hints ?? []).map { list.utf8($0) }], default: 0] += count
    }
    let sorted = names.sorted { left, right in
      if left.value != right.value { return left.value > right.value }
      return left.key.joined().lexicographicallyPrecedes(right.key.joined()) {
        $0.lexicographicallyPrecedes($1)
      }
    }
    return sorted.map { names, count in
      let texts = names.map { $0.map { String(decoding: $0, as: UTF8.self) } }
      return FoundationClassUsage(
        name: texts[0][0], superclasses: texts[1], hints: texts[2], count: count)
    }
  }

  /// The findings in a graph that was read: values of Foundation's classes whose fields contradict each other, and notes on objects that
  /// nothing leads to. O(bytes).
  ///
  /// - Parameter maximumCount: The number of findings after which the search ends.
  /// - Throws: ``ArchiveError`` with the code ``ArchiveError/Code/limitExceeded``, as ``valuesDump()``.
  package func findings(atMost maximumCount: Int) throws(ArchiveError) -> [ArchiveError] {
    let contradictory = try contradictoryEntries(atMost: maximumCount)
    let paths = contradictory.isEmpty ? [:] : paths(to: contradictory)
    var entries = contradictory
    for entry in 1..<max(1, entryCount) where !isReached(entry) && classes[entry] == nil {
      guard entries.count < maximumCount else { break }
      entries.append(entry)
    }
    let offsets = list.byteOffsets(of: entries.map { node(of: $0) })
    return zip(entries, offsets).enumerated().map { place, finding in
      let (entry, offset) = finding
      guard place < contradictory.count else {
        return ArchiveError(
          .unreachedObject, "no root leads to object \(entry)", byteOffset: offset)
      }
      let name = objectClass(of: entry).map { list.string($0.name) } ?? ""
      return ArchiveError(
        .contradictoryFields,
        "object \(entry), of class “\(name)”, lacks a field, or its fields contradict each other",
        byteOffset: offset, path: paths[entry] ?? ArchivePath())
    }
  }

  /// The entries of objects of Foundation's classes whose fields contradict each other.
  private func contradictoryEntries(atMost maximumCount: Int) throws(ArchiveError) -> [Int] {
    let charge = ReadingCharge(list)
    var entries: [Int] = []
    for entry in objects where entries.count < maximumCount {
      do throws(ContentError) {
        _ = try content(of: entry, charge)
      } catch {
        if case .archive(let error) = error { throw located(error, at: entry) }
        entries.append(entry)
      }
    }
    return entries
  }

  /// The ways to objects from the roots; none for those that a limit hides.
  private func paths(to entries: [Int]) -> [Int: ArchivePath] {
    var tape = GraphTape(self, seeking: Set(entries))
    guard let document = try? tape.document() else { return [:] }
    return tape.found.mapValues { document.path(toCell: $0) }
  }
}
