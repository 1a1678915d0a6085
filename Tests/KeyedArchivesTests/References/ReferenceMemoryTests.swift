import Foundation
import TestTraits
import Testing

@testable import KeyedArchives

/// Memory that references take, and objects that are let go: after errors, and in long chains.
@Suite(.serialized) struct ReferenceMemoryTests: ReferenceProbe {
  typealias Node = ReferenceSamples.Node
  typealias Link = ReferenceSamples.Link
  typealias Mixed = ReferenceSamples.Mixed

  final class Tracked: Codable {
    var number = 1
    @BackReference var other: Tracked?
    init() {}
  }

  final class Probe: @unchecked Sendable {
    weak var seen: Tracked?
  }
  // swift-format-ignore: NeverForceUnwrap
  static let probeKey = CodingUserInfoKey(rawValue: "probe")!

  struct Failing: Codable {
    var tracked: Tracked
    init(_ tracked: Tracked) { self.tracked = tracked }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      tracked = try container.decode(Tracked.self, forKey: .tracked)
      (decoder.userInfo[ReferenceMemoryTests.probeKey] as? Probe)?.seen = tracked
      throw CocoaError(.coderInvalidValue)
    }
  }

  @Test(arguments: [true, false]) func `nothing is left of a decode that failed`(usesCells: Bool)
    throws
  {
    let tracked = Tracked()
    tracked.other = Tracked()
    let bytes: [UInt8] = try KeyedArchiver().encode(Failing(tracked))
    let probe = Probe()
    var unarchiver = KeyedUnarchiver()
    unarchiver.usesCells = usesCells
    unarchiver.userInfo[Self.probeKey] = probe
    #expect(throws: CocoaError.self) { try unarchiver.decode(Failing.self, from: bytes) }
    #expect(probe.seen == nil)
  }

  @Test(arguments: [true, false]) func `nothing is left of a decode that succeeded`(usesCells: Bool)
    throws
  {
    let tracked = Tracked()
    tracked.other = Tracked()
    let bytes: [UInt8] = try KeyedArchiver().encode([tracked])
    var unarchiver = KeyedUnarchiver()
    unarchiver.usesCells = usesCells
    weak var first: Tracked?
    weak var second: Tracked?
    do {
      let back = try unarchiver.decode([Tracked].self, from: bytes)
      withExtendedLifetime(back) {
        (first, second) = (back[0], back[0].other)
        #expect(second != nil)
      }
    }
    #expect(first == nil && second == nil)
  }

  struct Evolved: Codable {
    var tracked: BackReference<Tracked>
    var mixed: [Mixed]
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      tracked = try container.decode(BackReference<Tracked>.self, forKey: .tracked)
      (decoder.userInfo[ReferenceMemoryTests.countKey] as? Count)?.boxes.append(
        WeakBox(tracked.box))
      mixed = try container.decode([Mixed].self, forKey: .mixed)
    }
  }
  struct Older: Codable {
    var tracked: Tracked
    var mixed: [Mixed]
  }
  struct WeakBox {
    weak var box: AnyObject?
    init(_ box: AnyObject) { self.box = box }
  }
  final class Count: @unchecked Sendable { var boxes: [WeakBox] = [] }
  // swift-format-ignore: NeverForceUnwrap
  static let countKey = CodingUserInfoKey(rawValue: "count")!

  @Test func `nothing is left of the way that was given up`() throws {
    let node = Node("n")
    let bytes: [UInt8] = try KeyedArchiver().encode(
      Older(
        tracked: Tracked(),
        mixed: [.number(1), .weak(WeakReference(wrappedValue: node)), .text("a")]))
    let count = Count()
    var unarchiver = KeyedUnarchiver()
    unarchiver.userInfo[Self.countKey] = count
    do { #expect(try unarchiver.decode(Evolved.self, from: bytes).tracked.wrappedValue != nil) }
    #expect(!count.boxes.isEmpty && count.boxes.allSatisfy { $0.box == nil })
  }

  @Test(.long) func `a long chain of back references is let go`() async throws {
    await #expect(processExitsWith: .success) {
      final class Chain: Codable {
        var number = 0
        @BackReference var next: Chain?
        init() {}
      }
      let all = (0..<60_000).map { _ in Chain() }
      for (link, next) in zip(all, all[1...]) { link.next = next }
      let bytes: [UInt8] = try KeyedArchiver().encode(all[0])
      for link in all { link.next = nil }
      let done = DispatchSemaphore(value: 0)
      let thread = Thread {
        do {
          _ = try KeyedUnarchiver().decode(Chain.self, from: bytes)
        } catch {
          exit(2)
        }
        done.signal()
      }
      thread.stackSize = 8 << 20
      thread.start()
      done.wait()
    }
  }

  @Test(.long) func `a long chain is let go that was taken apart`() async throws {
    await #expect(processExitsWith: .success) {
      final class Chain: Codable {
        var number = 0
        @BackReference var next: Chain?
        init() {}
      }
      let all = (0..<60_000).map { _ in Chain() }
      for (link, next) in zip(all, all[1...]) { link.next = next }
      let bytes: [UInt8] = try KeyedArchiver().encode(all[0])
      for link in all { link.next = nil }
      var link: Chain? = try KeyedUnarchiver().decode(Chain.self, from: bytes)
      while let here = link {
        link = here.next
        here.next = nil
      }
    }
  }

  @Test(.long) func `references are counted as bytes that are built`() throws {
    let link = Link(1)
    let count = 1_000_000
    let bytes: [UInt8] = try KeyedArchiver().encode(
      Array(repeating: BackReference(wrappedValue: link), count: count))
    var unarchiver = KeyedUnarchiver()
    unarchiver.limits.maximumMaterializedByteCount = 72 << 20
    let failure = error { _ = try unarchiver.decode([BackReference<Link>].self, from: bytes) }
    #expect(failure?.code == .limitExceeded)
    unarchiver.limits.maximumMaterializedByteCount = 512 << 20
    #expect(try unarchiver.decode([BackReference<Link>].self, from: bytes).count == count)
  }
}
