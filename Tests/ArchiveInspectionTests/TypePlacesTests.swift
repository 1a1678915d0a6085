import ArchiveInspection
import Foundation
import KeyedArchives
import Testing

/// Which types an allow-list needs, told from the archive alone.
@Suite struct TypePlacesTests {
  class Base: Codable { init() {} }
  final class First: Base {}
  final class Second: Base {}
  final class Alone: Codable { var value = 1 }
  struct Point: Codable { var x = 1.5 }

  struct Holder: Codable {
    var alone = Alone()
    var point = Point()
    var map: [String: Base]
    var odd: [Double: Base]
    var row: [Base]
    @ExistentialArray var any: [Any]
    @WeakReference var weak: Base?
  }

  private func names(_ value: some Encodable) throws -> Set<String> {
    let inspector = try ArchiveInspector(KeyedArchiver().encode(value) as [UInt8])
    return Set(inspector.typeUsages().filter(\.isAmongOthers).compactMap(\.name))
  }

  /// Types that stand with others in one property, array or map, also by reference.
  @Test func amongOthers() throws {
    let (first, second) = (First(), Second())
    var holder = Holder(map: [:], odd: [:], row: [first, second], any: [])
    let both: Set = ["TypePlacesTests.First", "TypePlacesTests.Second"]
    #expect(try names(holder) == both)
    holder.row = [first]
    #expect(try names(holder) == [])
    #expect(try names([holder, holder]) == [])
    holder.map = ["a": first, "b": second]
    #expect(try names(holder) == both)
    holder.map = ["a": second]
    holder.odd = [1.5: second]
    #expect(try names(holder) == [])
    var other = holder
    other.weak = first
    holder.weak = second
    #expect(try names([holder, other]) == both)
    holder.weak = nil
    // Roots and what stands in a tail are no places that others share.
    let roots = try KeyedArchiver().encodeRoots { roots in
      try roots.encode(first, named: "a")
      try roots.encode(Alone(), named: "b")
    }
    let usages = try ArchiveInspector([UInt8](roots)).typeUsages()
    #expect(usages.count == 2 && !usages.contains { $0.isAmongOthers })
    holder.any = [Point(), 1, Alone()]
    #expect(try names(holder) == ["TypePlacesTests.Point", "Int", "TypePlacesTests.Alone"])
  }
}
