/// A type and its superclasses, with what each declares of its archived form.
struct TypeLineage: Sendable {
  struct Level: Sendable {
    let name: String
    let type: ObjectIdentifier
    let evolution: ArchiveEvolution?

    var version: UInt64 { evolution?.version ?? 0 }
  }

  /// The type itself, its superclass and so on.
  let levels: [Level]

  init(_ type: any Any.Type, name: String) {
    var levels = [Level(name: name, type: ObjectIdentifier(type), evolution: Self.evolution(type))]
    var next: AnyClass? = (type as? AnyClass).flatMap { _getSuperclass($0) }
    while let level = next {
      levels.append(
        Level(
          name: TypeName.of(level).text, type: ObjectIdentifier(level),
          evolution: Self.evolution(level)))
      next = _getSuperclass(level)
    }
    self.levels = levels
  }

  /// Whether some level declares its form.
  var evolves: Bool { levels.contains { $0.evolution != nil } }

  /// How many levels an archive has to name for their versions to be known.
  var namedLevelCount: Int { (levels.lastIndex { $0.version > 0 } ?? 0) + 1 }

  /// What a type declares itself: not what it has from its superclass.
  private static func evolution(_ type: any Any.Type) -> ArchiveEvolution? {
    guard let evolution = (type as? any ArchiveEvolving.Type)?.archiveEvolution else { return nil }
    guard evolution.owner != ObjectIdentifier(type), let type = type as? AnyClass else {
      return evolution
    }
    var next: AnyClass? = _getSuperclass(type)
    while let level = next {
      if ObjectIdentifier(level) == evolution.owner { return nil }
      next = _getSuperclass(level)
    }
    return evolution
  }
}
