import StorageTransforms
import Testing

@Suite struct AddedFieldTests {
  private struct Old: Codable {
    var id: Int
  }

  private struct New: Codable, Equatable {
    var id: Int
    var stars: Int?
    var rating: Int?
  }

  @Test func `nil is a default of an optional property, as a value is`() throws {
    let old = try Entity(of: Old.self, named: "T") { Field("id", \.id) }
    let new = try Entity(of: New.self, named: "T", version: 2) {
      Field("id", \.id)
      Field("stars", \.stars).added(default: nil)
      Field("rating", \.rating).added(default: 3)
    }
    let plan = try new.plan(for: old.schema)
    #expect(try plan.restore([.integer(7)]) == New(id: 7, stars: nil, rating: 3))
  }
}
