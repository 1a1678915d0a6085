import ArchiveInspection
import Foundation
import HostileInput
import KeyedArchives

/// Reads archives of every construct in itself, 1 to 1,000,000 deep, in every way, on a thread with a stack of
/// 512 KiB: `depth [--filter TEXT]`. Each construct is read by a process of its own, so that deaths are counted.
enum DepthCommand {
  private static let depths = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000]
  private static let stackByteCount = 512 << 10

  /// A way of reading.
  private struct Walker: Sendable {
    let name: String
    /// How deep it is let go where limits are raised: work, or what is printed, grows by the square of the depth.
    var maximumDepth = Int.max
    let walk: @Sendable ([UInt8], ArchiveLimits) throws -> Void
  }

  private static func decoding<Value: Codable & SendableMetatype>(
    _ type: Value.Type, _ allowed: TypeAllowList = [], _ names: Set<String>
  ) -> [(names: Set<String>, walker: Walker)] {
    [false, true].map { usesCells in
      let walker = Walker(name: "decode \(type)\(usesCells ? ", cells" : "")") { bytes, limits in
        var unarchiver = KeyedUnarchiver(allowedTypes: allowed, limits: limits)
        unarchiver.usesCells = usesCells
        let value = try unarchiver.decode(type, from: bytes)
        var archiver = KeyedArchiver()
        archiver.maximumDepth = limits.maximumDepth
        _ = try archiver.encode(value) as Data
      }
      return (names, walker)
    }
  }

  /// Decoding as types that have the form of a construct, and encoding again.
  private static let typed: [(names: Set<String>, walker: Walker)] =
    decoding(NestedArrays.self, ["array"]) + decoding(NestedSets.self, ["set"])
    + decoding(NestedOptionals.self, ["nullable elements"])
    + decoding(NestedMaps.self, ["value of a map", "key of a map"])
    + decoding(NestedTree.self, ["array of records"])
    + decoding(Choice.self, ["case of an enumeration"])
    + decoding(Node.self, ["object", "object of its own shape, or none"])
    + decoding(Box.self, ["object whose body is one value"])
    + decoding(Chain.self, ["edge from each object of the tail to the next"])
    + decoding(Layer.self, [Layer.self], ["existential"])

  private static func decoding<Value: Codable & SendableMetatype>(
    _ type: Value.Type, _ names: Set<String>
  ) -> [(names: Set<String>, walker: Walker)] { decoding(type, [], names) }

  private static func inspecting(
    _ name: String, maximumDepth: Int = .max,
    _ walk: @escaping @Sendable (ArchiveInspector, ArchiveLimits) throws -> Void
  ) -> Walker {
    Walker(name: name, maximumDepth: maximumDepth) { bytes, limits in
      try walk(try ArchiveInspector(bytes, limits: limits), limits)
    }
  }

  private static let untyped = [
    Walker(name: "decode ArchivedValue") { bytes, limits in
      _ = try KeyedUnarchiver(limits: limits).decode(ArchivedValue.self, from: bytes)
    },
    Walker(name: "decode ArchivedValue, encode", maximumDepth: 10_000) { bytes, limits in
      let value = try KeyedUnarchiver(limits: limits).decode(ArchivedValue.self, from: bytes)
      var archiver = KeyedArchiver()
      archiver.maximumDepth = limits.maximumDepth
      _ = try archiver.encode(value) as Data
    },
    Walker(name: "decode and swallow") { bytes, limits in
      _ = try KeyedUnarchiver(limits: limits).decode(Wanderer.self, from: bytes)
    },
    Walker(name: "decode and swallow, cells") { bytes, limits in
      var unarchiver = KeyedUnarchiver(limits: limits)
      unarchiver.usesCells = true
      _ = try unarchiver.decode(Wanderer.self, from: bytes)
    },
    Walker(name: "decode NestedRecord") { bytes, limits in
      _ = try KeyedUnarchiver(limits: limits).decode(NestedRecord.self, from: bytes)
    },
    Walker(name: "decode ArchivedValue as NestedRecord") { bytes, limits in
      let unarchiver = KeyedUnarchiver(limits: limits)
      let value = try unarchiver.decode(ArchivedValue.self, from: bytes)
      _ = try unarchiver.decode(NestedRecord.self, from: value)
    },
    Walker(name: "encode ArchivedValue as JSON") { bytes, limits in
      guard limits.maximumDepth < 10_000 else { return }
      let value = try KeyedUnarchiver(limits: limits).decode(ArchivedValue.self, from: bytes)
      _ = try? JSONEncoder().encode([value])
    },
    Walker(name: "requirements") { bytes, limits in
      _ = try KeyedUnarchiver(limits: limits).requirements(of: Data(bytes))
    },
    Walker(name: "verify") { bytes, limits in
      // Whether members of sets are in order is found out by writing each, with all that is in it, again.
      _ = ArchiveVerification(
        of: bytes, limits: limits, requiresCanonicalForm: bytes.count < 10_000)
    },
    inspecting("dump") { inspector, _ in _ = try inspector.dump() },
    inspecting("print", maximumDepth: 10_000) { inspector, _ in
      try inspector.printTree(.full) { _ in }
    },
    inspecting("JSON") { inspector, _ in _ = try inspector.json(.lossy) },
    inspecting("JSON there and back") { inspector, limits in
      let text = try inspector.json(.lossy)
      let value = try ArchivedValue(json: text, maximumDepth: limits.maximumDepth)
      _ = try value.archived(maximumDepth: limits.maximumDepth)
    },
    inspecting("summary") { inspector, _ in
      _ = inspector.summary.description
      _ = inspector.typeUsages()
    },
    inspecting("re-encode") { inspector, limits in
      for root in inspector.roots {
        _ = try root.value.archived(maximumDepth: limits.maximumDepth)
      }
    },
    inspecting("describe") { inspector, _ in
      guard let root = inspector.roots.first else { return }
      _ = root.value.typeName
      _ = root.value.kind
    },
  ]

  private static let limits: [(name: String, limits: ArchiveLimits)] = {
    var raised = ArchiveLimits.trusted
    // More than what is read here has, and an end for a shape that needs itself.
    raised.maximumDepth = 1 << 22
    return [("default limits", .untrusted), ("raised limits", raised)]
  }()

  static func run(_ arguments: [String]) throws -> Bool {
    let options = Options(arguments)
    if let name = options.text("--child") {
      try walk(name, from: options.number("--from") ?? 0)
      return true
    }
    let filter = options.text("--filter")
    var (deathCount, cellCount) = (0, 0)
    var verdicts: [String: Int] = [:]
    for construct in NestedArchive.all
    where filter.map({ construct.name.contains($0) }) ?? true {
      var next = 0
      while true {
        let child = try ChildProcess.run(["depth", "--child", construct.name, "--from", "\(next)"])
        let lines = child.output.split(separator: "\n")
        let ends = lines.filter { $0.hasPrefix("end ") }
        for end in ends { verdicts[String(end.dropFirst(4)), default: 0] += 1 }
        cellCount += ends.count
        fflush(nil)
        guard !child.isFine else { break }
        let begun = lines.filter { $0.hasPrefix("begin ") }
        print("DEATH \(child.ending): \(construct.name), \(begun.last?.dropFirst(6) ?? "at once")")
        deathCount += 1
        cellCount += 1
        next += begun.count
      }
    }
    let found = verdicts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    print("depth: \(cellCount) readings: \(found.joined(separator: ", ")), \(deathCount) deaths")
    return deathCount == 0 && cellCount > 0
  }

  private static func walk(_ name: String, from first: Int) throws {
    guard let construct = NestedArchive.all.first(where: { $0.name == name }) else { return }
    let walkers = untyped + typed.filter { $0.names.contains(name) }.map(\.walker)
    let thread = Thread {
      var number = 0
      for depth in depths {
        let bytes = construct.bytes(depth)
        for (limitsName, limits) in limits {
          let isRaised = limits.maximumDepth > depth
          for walker in walkers where !isRaised || depth <= walker.maximumDepth {
            number += 1
            if number <= first { continue }
            print("begin \(depth) deep, \(limitsName), \(walker.name)")
            fflush(nil)
            print("end \(verdict { try walker.walk(bytes, limits) })")
          }
        }
      }
      fflush(nil)
      exit(0)
    }
    thread.stackSize = stackByteCount
    thread.start()
    while true { sleep(1) }
  }

  private static func verdict(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "values"
    } catch let error as ArchiveError {
      return error.code.rawValue
    } catch {
      return "\(type(of: error))"
    }
  }
}
