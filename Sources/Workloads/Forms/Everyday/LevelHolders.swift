internal import KeyedArchives

/// Records that hold one object of a hierarchy of five classes.
enum LevelHolders {
  /// The field has the lowest class.
  struct Lowest: LevelHolder {
    var object: LevelClasses.Fifth
    init(object: LevelClasses.Fifth) { self.object = object }

    static func object(isLowest: Bool, _ leaves: FormLeaves) -> LevelClasses.Fifth {
      LevelClasses.Fifth(leaves)
    }
  }

  /// The field has the highest class, and all objects are of the lowest.
  struct Highest: LevelHolder {
    var object: LevelClasses.First
    init(object: LevelClasses.First) { self.object = object }

    static let types: TypeAllowList = [LevelClasses.Fifth.self]

    static func object(isLowest: Bool, _ leaves: FormLeaves) -> LevelClasses.First {
      LevelClasses.Fifth(leaves)
    }
  }

  /// The field has the highest class, and one object in 64 is of the lowest.
  struct Rare: LevelHolder {
    var object: LevelClasses.First
    init(object: LevelClasses.First) { self.object = object }
    init(seed: Int) {
      object = Self.object(isLowest: seed % 64 == 32, FormLeaves(seed))
    }

    var leafCount: Int { object is LevelClasses.Fifth ? 8 : 2 }

    static func object(isLowest: Bool, _ leaves: FormLeaves) -> LevelClasses.First {
      isLowest ? LevelClasses.Fifth(leaves) : LevelClasses.First(leaves)
    }
  }

  struct SuperLowest: LevelHolder {
    var object: SuperLevelClasses.Fifth
    init(object: SuperLevelClasses.Fifth) { self.object = object }

    static func object(isLowest: Bool, _ leaves: FormLeaves) -> SuperLevelClasses.Fifth {
      SuperLevelClasses.Fifth(leaves)
    }
  }

  struct SuperHighest: LevelHolder {
    var object: SuperLevelClasses.First
    init(object: SuperLevelClasses.First) { self.object = object }

    static let types: TypeAllowList = [SuperLevelClasses.Fifth.self]

    static func object(isLowest: Bool, _ leaves: FormLeaves) -> SuperLevelClasses.First {
      SuperLevelClasses.Fifth(leaves)
    }
  }
}
