import Foundation
import FuzzCases
import HostileInput
import PropertyListFormat

#if SQLite
  import CoreDataTestSupport
#endif

/// Reads every small change of a store of Core Data's and of its model: `stores [--stride N]`. It needs the trait `SQLite`.
enum StoreCommand {
  private typealias Sample = (target: FuzzTarget, head: [UInt8], bytes: [UInt8])

  static func run(_ arguments: [String]) throws -> Bool {
    let stride = Options(arguments).number("--stride") ?? 1
    let samples = try samples()
    guard !samples.isEmpty else {
      print("NOT RUN: stores need the trait SQLite")
      return false
    }
    let places = samples.enumerated().flatMap { number, sample in
      Swift.stride(from: 0, to: sample.bytes.count, by: stride).map { (number, $0) }
    }
    let clock = ContinuousClock()
    let start = clock.now
    // The oracles end the process of what they do not accept.
    let verdicts = try ForkedTrial.run(count: places.count) { number in
      let (sample, place) = (samples[places[number].0], places[number].1)
      ByteChange.forEach(of: sample.bytes, at: place) { sample.target.run(sample.head + $1) }
      return true
    }
    let seconds = (clock.now - start) / .seconds(1)
    let found = verdicts.filter { $0.value > 0 && $0.key != .equalValue }
      .map { "\($0.value) \($0.key.name)" }.sorted()
    print(
      "stores: \(samples.count) files, \(places.count * ByteChange.countPerByte) changed files, "
        + "\(found.isEmpty ? "all fine" : found.joined(separator: ", ")) "
        + String(format: "(%.1f s)", seconds))
    return found.isEmpty
  }

  /// The model as an archive and as a deflate stream, and the file of a store.
  private static func samples() throws -> [Sample] {
    #if SQLite
      let model = SmallStore.model
      return [
        (.model, [0, 0], try PropertyList(model.archive).bytes(.binary)),
        (.model, [0, 0], model.archive), (.model, [0, 2], try model.cache),
        (.store, [0, 0], try SmallStore.bytes()),
      ]
    #else
      return []
    #endif
  }
}
