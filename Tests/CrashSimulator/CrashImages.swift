internal import RecordTestSupport
internal import TestSupport

/// The images of crashes that are looked at for a moment: all if there are few, otherwise the extreme ones and some at random (Pillai et al.,
/// "All File Systems Are Not Created Equal", OSDI 2014: writes that are torn, out of order, or there by their length alone; names in any order).
struct CrashImages {
  private let snapshot: MemorySnapshot
  private var fates: Set<MemorySnapshot.Fate> = []
  /// In the order in which they were thought of.
  private(set) var list: [MemorySnapshot.Fate] = []

  /// All images where they are few, and some dozens otherwise.
  static func all(
    of snapshot: MemorySnapshot, randomCount: Int, using random: inout SeededGenerator
  ) -> [MemorySnapshot.Fate] {
    var images = CrashImages(snapshot)
    images.addWhole()
    images.addSingle()
    images.addTorn(using: &random)
    for _ in 0..<randomCount { images.addRandom(using: &random) }
    return images.list
  }

  /// The two outermost images, and some at random.
  static func some(
    of snapshot: MemorySnapshot, randomCount: Int, using random: inout SeededGenerator
  ) -> [MemorySnapshot.Fate] {
    var images = CrashImages(snapshot)
    images.add(snapshot.fate(names: false, changes: .lost))
    images.add(snapshot.fate(names: true, changes: .kept))
    for _ in 0..<randomCount { images.addRandom(using: &random) }
    return images.list
  }

  private init(_ snapshot: MemorySnapshot) { self.snapshot = snapshot }

  private mutating func add(_ fate: MemorySnapshot.Fate) {
    if fates.insert(fate).inserted { list.append(fate) }
  }

  /// Names and bytes are there or not; and files by their length alone.
  private mutating func addWhole() {
    for names in [false, true] {
      for fate in [.lost, .kept, .stretched(byteCount: 0)] as [MemoryChange.Fate] {
        add(snapshot.fate(names: names, changes: fate))
      }
    }
    // Any of the names, where they are few.
    guard 1...4 ~= snapshot.nameChangeCount else { return }
    for bits in 0..<(1 << snapshot.nameChangeCount) {
      for fate in [.kept, .lost] as [MemoryChange.Fate] {
        var image = snapshot.fate(names: true, changes: fate)
        for index in image.names.indices { image.names[index] = bits >> index & 1 == 1 }
        add(image)
      }
    }
  }

  /// One change alone, and all but one.
  private mutating func addSingle() {
    for (file, changes) in snapshot.changes.enumerated() {
      for index in changes.indices {
        for (fate, others) in [(.kept, .lost), (.lost, .kept)]
          as [(MemoryChange.Fate, MemoryChange.Fate)]
        {
          var image = snapshot.fate(names: true, changes: others)
          image.changes[file][index] = fate
          add(image)
        }
      }
    }
    guard snapshot.nameChangeCount > 4 else { return }
    for index in 0..<snapshot.nameChangeCount {
      var image = snapshot.fate(names: true, changes: .kept)
      image.names[index] = false
      add(image)
    }
  }

  /// The last write torn: around the head of a frame, near the ends, and anywhere.
  private mutating func addTorn(using random: inout SeededGenerator) {
    guard let file = snapshot.lastWritten, let last = snapshot.changes[file].last,
      last.byteCount > 1
    else { return }
    let places = [1, 8, 24, 28, 31, 32, 33, 40, 64, last.byteCount - 8, last.byteCount - 1]
    let some = (0..<4).map { _ in Int.random(in: 1..<last.byteCount, using: &random) }
    for byteCount in Set(places + some).sorted() where 0 < byteCount && byteCount < last.byteCount {
      var image = snapshot.fate(names: true, changes: .kept)
      let index = image.changes[file].count - 1
      for fate in [.torn(byteCount: byteCount), .stretched(byteCount: byteCount)]
        as [MemoryChange.Fate]
      {
        image.changes[file][index] = fate
        add(image)
      }
    }
  }

  private mutating func addRandom(using random: inout SeededGenerator) {
    var image = snapshot.fate(names: true, changes: .kept)
    let chance = [15, 50, 85, 100][Int.random(in: 0..<4, using: &random)]
    for index in image.names.indices {
      image.names[index] = Int.random(in: 0..<100, using: &random) < chance
    }
    for (file, changes) in snapshot.changes.enumerated() {
      for (index, change) in changes.enumerated() {
        image.changes[file][index] = Self.fate(change.byteCount, using: &random)
      }
    }
    add(image)
  }

  private static func fate(
    _ byteCount: Int, using random: inout SeededGenerator
  ) -> MemoryChange.Fate {
    let place = byteCount > 0 ? Int.random(in: 0..<byteCount, using: &random) : 0
    let bits = random.next()
    return switch Int.random(in: 0..<10, using: &random) {
    case 0, 1: .lost
    case 2, 3, 4: .kept
    case 5: .torn(byteCount: place)
    case 6: .stretched(byteCount: place)
    case 7: .scattered(pieceByteCount: 8, bits: bits)
    case 8: .scattered(pieceByteCount: 64, bits: bits)
    default: .scattered(pieceByteCount: 512, bits: bits)
    }
  }
}
