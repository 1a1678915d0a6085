import Foundation
import TestSupport
import Testing

@testable import KeyedArchives

/// What tells that an instance is one that was seen before.
@Suite struct ObjectTraceTests {
  final class Instance {}

  @Test func itself() {
    let (one, other) = (Instance(), Instance())
    let trace = ObjectTrace(one)
    #expect(trace.leads(to: one) && !trace.leads(to: other))
  }

  /// It holds nothing, and is not taken in by an address that is used again.
  @Test func reusedAddresses() {
    var reuses = 0
    for _ in 0..<1_000 {
      var object: Instance? = Instance()
      let trace = object.map { ObjectTrace($0) }
      weak let gone = object
      object = nil
      #expect(gone == nil)
      let others = (0..<8).map { _ in Instance() }
      for other in others where ObjectIdentifier(other) == trace?.address { reuses += 1 }
      #expect(!others.contains { trace?.leads(to: $0) == true })
    }
    // The address sanitizer sees to it that addresses are not used again.
    #expect(reuses > 0 || Sanitizer.isAddress, "no address was used again: nothing was tested")
  }

  final class Tint: Codable, Sendable, ArchiveNamed {
    static let archiveName = "Tint"
    static let common = Tint("common")
    let name: String
    init(_ name: String) { self.name = name }
  }

  final class Widget: Codable, ArchiveNamed {
    static let archiveName = "Widget"
    let tints: [Tint]
    init(_ tints: [Tint]) { self.tints = tints }
  }

  struct Newer: Codable {
    var widget: Widget
    var tints: [Tint]
  }

  struct Older: Codable {
    var widget: ArchivedPlaceholder
    var tints: [Tint]
  }

  /// What a hook made one instance is one object for the values too that nobody decoded.
  @Test func unitedInstances() throws {
    let tints = ["red", "green", "blue"].map(Tint.init)
    let archive: Data = try KeyedArchiver().encode(Newer(widget: Widget(tints), tints: tints))
    var unarchiver = KeyedUnarchiver()
    unarchiver.hooks.replace(Tint.self) { $0.name == "blue" ? $0 : .common }
    var old = try unarchiver.decode(Older.self, from: archive)
    #expect(old.tints[0] === old.tints[1])
    let again: Data = try KeyedArchiver().encode(old)
    let new = try KeyedUnarchiver().decode(Newer.self, from: again)
    #expect(new.tints.map(\.name) == ["common", "common", "blue"])
    #expect(zip(new.tints, new.widget.tints).allSatisfy { $0 === $1 })
    #expect(new.tints[0] === new.tints[1])
    // Out of the graph they are what they were.
    old.tints = []
    let apart: Data = try KeyedArchiver().encode(old)
    let parts = try KeyedUnarchiver().decode(Newer.self, from: apart)
    #expect(parts.widget.tints.map(\.name) == ["red", "green", "blue"])
  }

  /// Encoding what mentions an instance neither needs it nor keeps it.
  @Test func untouchedInstances() throws {
    let tints = ["red"].map(Tint.init)
    let archive: Data = try KeyedArchiver().encode(Newer(widget: Widget(tints), tints: tints))
    var old: Older? = try KeyedUnarchiver().decode(Older.self, from: archive)
    weak let tint = old?.tints.first
    let widget = try #require(old?.widget)
    let before: Data = try KeyedArchiver().encode(widget)
    #expect(tint != nil)
    old = nil
    #expect(tint == nil)
    let after: Data = try KeyedArchiver().encode(widget)
    #expect(before == after)
    #expect(try KeyedUnarchiver().decode(Widget.self, from: after).tints[0].name == "red")
  }
}
