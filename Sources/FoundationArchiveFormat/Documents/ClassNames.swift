internal import ArchiveFormat

/// The names that a class record has, in UTF-8 with three bytes for a surrogate that is not paired.
struct ClassNames: Hashable {
  private static let maximumSuperclassCount = 64

  var name: [UInt8]
  var chain: [[UInt8]]
  var hints: [[UInt8]]?

  init(name: [UInt8], chain: [[UInt8]], hints: [[UInt8]]?) {
    self.name = name
    self.chain = chain
    self.hints = hints
  }

  /// The names of a class by its chain.
  init(_ chain: [String]) {
    self.init(
      name: chain.first.map { Array($0.utf8) } ?? [], chain: chain.map { Array($0.utf8) },
      hints: nil)
  }

  /// The names of a class of a document; nil for one with more than 64 superclasses.
  init?(row: Int, _ definitions: ArchiveDefinitions) {
    var names: [String] = []
    var next: Int? = row
    while let row = next {
      guard names.count <= Self.maximumSuperclassCount else { return nil }
      names.append(definitions.fullName(ofType: row))
      next = definitions.types[row].superclass
    }
    let name = names[0]
    switch names.last {
    case DocumentLabel.noChain? where names.count == 2: names = []
    case DocumentLabel.endOfChain? where names.count > 1: names.removeLast()
    case "NSObject"?: break
    default: names.append("NSObject")
    }
    self.init(names)
    self.name = Array(name.utf8)
  }

  /// The usual chains of the classes that values without a class become.
  static func usual(_ name: String) -> ClassNames {
    let chain: [String] =
      switch name {
      case "NSMutableString": [name, "NSString", "NSObject"]
      default: PlainLeaves.usualChain(name) ?? [name, "NSObject"]
      }
    return ClassNames(chain)
  }
}
