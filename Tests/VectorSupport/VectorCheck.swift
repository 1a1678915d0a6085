/// Compares the files of `Spec/vectors` with what is made here, and what readers say of them.
package struct VectorCheck {
  private let folder: VectorFolder
  package let invalid = InvalidVector.all()
  package let canonical = CanonicalVector.all

  package init(_ folder: VectorFolder) { self.folder = folder }

  /// What is not as it should be, a line each.
  package func problems() throws -> [String] {
    try filesNotAsMade() + invalid.flatMap(refusalsNotAsExpected)
      + canonical.flatMap { $0.problems() }
  }

  package func summary(_ problems: [String]) -> String {
    "\(canonical.count) valid vectors, of which \(canonical.count { $0.isWrittenAgain }) are written again, \(invalid.count) invalid ones, \(VectorReader.allCases.count) readers, "
      + "seed \(InvalidVector.seed): \(problems.count) problems"
  }

  /// Files that are missing, are others, or are none of those made here.
  package func filesNotAsMade() throws -> [String] {
    var problems: [String] = []
    for vector in invalid {
      let text = VectorFolder.text(vector.bytes, vector.comments)
      if try !folder.holds(text, at: "invalid/\(vector.name).hex") {
        problems.append("\(vector.name): the file is not as it is made")
      }
    }
    for vector in canonical {
      let text = VectorFolder.text(vector.bytes, [vector.comment])
      if try !folder.holds(text, at: "valid/\(vector.name).hex")
        || !folder.holds(vector.dump() + "\n", at: "valid/\(vector.name).json")
      {
        problems.append("\(vector.name): the file is not as it is made")
      }
    }
    for dictionary in VectorDictionary.all {
      let text = VectorFolder.text(dictionary.rows, [dictionary.comment])
      if try !folder.holds(text, at: "dictionaries/\(dictionary.name).hex") {
        problems.append("\(dictionary.name): the dictionary is not as it is made")
      }
    }
    let names = Set(invalid.map(\.name))
    problems += try folder.names(in: "invalid").filter { !names.contains($0) }
      .map { "\($0): the file is not made here" }
    for all in [invalid.map(\.name), canonical.map(\.name)] {
      var seen: Set<String> = []
      problems += all.filter { !seen.insert($0).inserted }
        .map { "\($0): two vectors have this name" }
    }
    return problems
  }

  /// Readers that do not refuse a vector, or not with its code at its place, or that refuse it likewise with limits of one more.
  package func refusalsNotAsExpected(_ vector: InvalidVector) -> [String] {
    let raised = vector.raised
    return VectorReader.allCases.compactMap { reader in
      if let raised, reader.looksFor(raised), reader.tellsPlace(of: raised),
        reader.outcome(raised) == .refused(vector.code, vector.place)
      {
        return "\(vector.name): \(reader): refused likewise with limits of one more"
      }
      let outcome = reader.outcome(vector)
      let expected = VectorReader.Outcome.refused(vector.code, vector.place)
      if outcome == expected || !reader.looksFor(vector) { return nil }
      if case .refused(vector.code, _) = outcome, !reader.tellsPlace(of: vector) { return nil }
      return "\(vector.name): \(reader): \(outcome), not \(expected)"
    }
  }
}
