#if Macros
  import Foundation
  import Testing

  @testable import KeyedArchives

  /// Coding that stands elsewhere than in the declaration.
  extension CodingTwinTests {
    @Test func `raw values that an extension or a protocol codes`() throws {
      try check([Macro.Sign.plus, .minus], [Plain.Sign.plus, .minus])
      try check([Macro.Grade.low, .high], [Plain.Grade.low, .high])
      try check([[Macro.Grade.high]], [[Plain.Grade.high]])
      try check([["a": Macro.Sign.minus]], [["a": Plain.Sign.minus]])
      try check(
        [Macro.Graded(grades: [.low, .high], named: ["a": .minus], first: .high)],
        [Plain.Graded(grades: [.low, .high], named: ["a": .minus], first: .high)])
      try check(
        [Macro.Nested.pair(.leaf(.plus), .leaf(.minus))],
        [Plain.Nested.pair(.leaf(.plus), .leaf(.minus))])
    }

    @Test func `protocols that are named apart from the declaration`() throws {
      try check([Macro.Apart(number: 3)], [Plain.Apart(number: 3)])
      try check([Macro.ApartWithDefault(number: 3)], [Plain.ApartWithDefault(number: 3)])
      try check([Macro.Brought(number: 3)], [Plain.Brought(number: 3)])
    }

    @Test func `a protocol that uses the keys of the type`() throws {
      try check([Macro.SameKeys(number: 3)], [Plain.SameKeys(number: 3)])
      try check([Macro.SameKeysApart(number: 3)], [Plain.SameKeysApart(number: 3)])
    }

    @Test func `overloads that change types, modes and values`() throws {
      let (price, discount) = (Price(cents: 5), Price(cents: 2))
      try check(
        [
          Macro.Priced(price: price, discount: nil, weight: 1.5),
          Macro.Priced(price: price, discount: discount, weight: 2),
        ],
        [
          Plain.Priced(price: price, discount: nil, weight: 1.5),
          Plain.Priced(price: price, discount: discount, weight: 2),
        ])
      try check(
        [Macro.Basket(item: "a", price: price)], [Plain.Basket(item: "a", price: price)])
    }

    /// The first values are of cases that no overload changes.
    @Test func `overloads for values in some cases`() throws {
      let price = Price(cents: 5)
      try check([Macro.Offer.none, .free(3)], [Plain.Offer.none, .free(3)])
      try check(
        [Macro.Offer.none, .free(3), .paid(price), .weighed(by: 2)],
        [Plain.Offer.none, .free(3), .paid(price), .weighed(by: 2)])
    }

    @Test func `keys of another type beside initial values`() throws {
      try check([Macro.KeysElsewhere()], [Plain.KeysElsewhere()])
      let json = Data(#"{"2":"c"}"#.utf8)
      let read = try JSONDecoder().decode(Macro.KeysElsewhere.self, from: json)
      #expect(read == Macro.KeysElsewhere(first: 1, second: "c"))
    }

    @Test func `constants with values are encoded and not decoded`() throws {
      try check([Macro.Versioned(name: "a")], [Plain.Versioned(name: "a")])
      #expect(OwnCoding.confirms(Macro.Versioned(name: "a"), [:]))
    }

    @Test func `initial values that name the type by Self`() throws {
      try check([Macro.OwnDefault()], [Plain.OwnDefault()])
      let read = try JSONDecoder().decode(Macro.OwnDefault.self, from: Data("{}".utf8))
      #expect(read == Macro.OwnDefault(count: 9))
    }
  }
#endif
