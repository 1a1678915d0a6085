#if Macros
  import Foundation
  import KeyedArchives
  import StorageTransforms
  import Testing

  /// Entities of types that say themselves what their fields are.
  @Suite struct ArchivableEntityTests {
    // Of neither a value can be made up.
    enum Colour: String, Codable, Sendable { case red, green }
    enum Shape: Codable, Equatable { case circle(radius: Double) }

    @Archivable
    struct Car: Equatable {
      var wheels: Int32
      @ArchiveKey("paint") var colour: Colour
      var shape: Shape
      var note: String?
      var seats = 4
      @ArchiveIgnored var isOpen = false
      @Stored<ISO8601Transform> var built: Date
    }

    @Archivable
    final class Owner {
      var name: String
      var car: Car?

      init(name: String, car: Car?) {
        self.name = name
        self.car = car
      }
    }

    private let car = Car(
      wheels: 4, colour: .green, shape: .circle(radius: 2), note: nil, seats: 5,
      built: Date(timeIntervalSinceReferenceDate: 0))

    @Test func `an entity in one line, and nothing is made up`() throws {
      let cars = try Entity(of: Car.self)
      #expect(
        cars.schema.attributes.map { "\($0.name) \($0.type) \($0.form)" } == [
          "wheels int32 native", "paint text raw", "shape blob archive", "note text native",
          "seats int64 native", "built text iso8601",
        ])
      #expect(cars.schema.attributes.map(\.isRequired) == [true, true, true, false, true, true])
      let stored = try cars.store(car)
      #expect(stored[1] == .text("green") && stored[5] == .text("2001-01-01T00:00:00Z"))
      #expect(try cars.restore(stored) == car)
    }

    @Test func `fields with rules stand beside those that are found`() throws {
      let cars = try Entity(of: Car.self) {
        Field("paint", \.colour).fallback(to: .red)
        Field("wheels", \.wheels).unique()
      }
      var stored = try cars.store(car)
      stored[1] = .text("teal")
      #expect(try cars.restore(stored).colour == .red)
    }

    @Test func `a class`() throws {
      let owners = try Entity(of: Owner.self)
      #expect(owners.schema.attributes.map(\.name) == ["name", "car"])
      let owner = try owners.restore(owners.store(Owner(name: "Ada", car: car)))
      #expect(owner.name == "Ada" && owner.car == car)
    }
  }
#endif
