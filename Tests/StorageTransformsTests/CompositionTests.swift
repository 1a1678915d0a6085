import Foundation
import StorageTransforms
import Testing

/// Transforms in a row, without their types, and by name.
@Suite struct CompositionTests {
  struct Colour: Codable, Equatable, Sendable {
    var red = 0.5
    var green = 0.25
  }

  @Test func `a chain stores forwards and restores backwards`() throws {
    let chain = JSONTransform<Colour>().then(ZlibTransform()).then(Base64Transform())
    #expect(chain.form.description == "json → zlib → base64")
    let text: String = try chain.store(Colour())
    #expect(try chain.restore(text) == Colour())
    let json = try ZlibTransform().restore(Base64Transform().restore(text))
    #expect(String(decoding: json, as: UTF8.self) == #"{"green":0.25,"red":0.5}"#)
  }

  /// A one-way transform has no way back: `restore` is not there to be called, and what erases types knows it.
  @Test func `one-way transforms store and nothing else`() throws {
    let initials = CapitalizedTransform()
    #expect(initials.store("ada o'neill-LOVELACE") == "Ada O'neill-Lovelace")
    #expect(!(initials as Any is any StorageTransform))
    let chain = initials.then(UTF8Transform())
    #expect(!(chain as Any is any StorageTransform))
    #expect(try chain.store("ada") == Data("Ada".utf8))
    let erased = ErasedTransform(oneWay: chain)
    #expect(try erased.store("ada") == .blob(Data("Ada".utf8)))
    #expect(!erased.isReversible)
    let error = #expect(throws: TransformError.self) { try erased.restore(.blob(Data())) }
    #expect(error?.code == .oneWay)
  }

  @Test func `nil passes, and what is stored already is not stored twice`() throws {
    let erased = ErasedTransform(JSONTransform<Colour>().then(TextTransform()))
    #expect(try erased.store(nil) == .null)
    #expect(try erased.store(Colour?.none as Any) == .null)
    #expect(try erased.store(Colour?.some(Colour()) as Any) == erased.store(Colour()))
    #expect(try erased.restore(.null) == nil)
    let stored = try erased.store(Colour())
    #expect(try erased.store(stored) == stored)
    #expect(try erased.restore(stored) as? Colour == Colour())
    let error = #expect(throws: TransformError.self) { try erased.store("red") }
    #expect(error?.code == .typeMismatch)
    #expect(error?.message == "“json → text” stores values of type Colour, and this is a String")
    let optional = JSONTransform<Colour>().optional
    #expect(try optional.store(nil) == nil)
    #expect(try optional.restore(optional.store(Colour())) == Colour())
  }

  @Test func `closures make a transform, and a nil of theirs is an error`() throws {
    let transform = ClosureTransform<Int, String>(
      "decimal", store: { "\($0)" }, restore: { Int($0) })
    #expect(try transform.restore(transform.store(-7)) == -7)
    let error = #expect(throws: TransformError.self) { try transform.restore("seven") }
    #expect(error?.code == .unreadable)
    #expect(error?.message == "the value stored as “decimal” is not an Int")
  }

  @Test func `errors name the attribute, the entity and the record`() throws {
    let context = TransformContext(entity: "User", attribute: "tint", recordKey: .integer(7))
    let erased = AnyStorageTransform(JSONTransform<Colour>())
    let error = #expect(throws: TransformError.self) {
      try erased.restore(.blob(Data(#"{"red":true,"green":1}"#.utf8)), in: context)
    }
    #expect(error?.code == .unreadable)
    #expect(error?.path.description == "$.red")
    #expect(
      error?.description.hasSuffix("at $.red, attribute 'tint' of entity 'User', record 7") == true)
    #expect(error?.underlying is DecodingError)
    struct Broken: Error {}
    let broken = ClosureTransform<Int, Int>(
      "broken", store: { _ in throw Broken() }, restore: { $0 })
    let other = #expect(throws: TransformError.self) {
      try AnyStorageTransform(broken).store(1, in: context)
    }
    #expect(other?.code == .notStorable && other?.underlying is Broken)
  }
}

@Suite struct RegistryTests {
  struct Colour: Codable, Equatable, Sendable { var red = 0.5 }

  @Test func `a transform is found by its name and type`() throws {
    let registry = TransformRegistry()
    let name: TransformName<Colour> = "colour"
    try registry.register(ArchiveTransform<Colour>(), as: name)
    try registry.register(oneWay: CapitalizedTransform(), as: "initials")
    #expect(registry.names.sorted() == ["colour", "initials"])
    let transform = try registry.transform(named: name)
    let stored = try transform.store(Colour(), in: TransformContext())
    #expect(try transform.restore(stored, in: TransformContext()) == Colour())
    let named = NamedTransform(name, in: registry)
    #expect(try named.restore(stored, in: TransformContext()) == Colour())
    #expect(named.form.description == "colour")
    #expect(try registry.erasedTransform(named: "initials").store("ada") == .text("Ada"))
    #expect(TransformRegistry.shared.names.contains("colour") == false)
  }

  @Test func `what is wrong with a name is said`() throws {
    let registry = TransformRegistry()
    try registry.register(ArchiveTransform<Colour>(), as: "colour")
    try registry.register(oneWay: CapitalizedTransform(), as: "initials")
    func message(_ code: TransformError.Code, _ body: () throws -> Void) -> String? {
      let error = #expect(throws: TransformError.self, performing: body)
      #expect(error?.code == code)
      return error?.message
    }
    let context = TransformContext(entity: "User", attribute: "tint")
    #expect(
      message(.missingTransform) {
        _ = try NamedTransform<Colour>("color", in: registry).store(Colour(), in: context)
      } == "No transform named 'color' is registered for attribute 'tint' of entity 'User'")
    #expect(
      message(.missingTransform) { _ = try registry.transform(named: "x" as TransformName<Int>) }
        == "No transform named 'x' is registered")
    #expect(
      message(.duplicateTransform) {
        try registry.register(JSONTransform<Colour>(), as: "colour")
      } == "A transform named 'colour' is registered already")
    #expect(
      message(.typeMismatch) { _ = try registry.transform(named: "colour" as TransformName<Int>) }
        == "The transform named 'colour' is one for Colour, not for Int")
    #expect(
      message(.oneWay) { _ = try registry.transform(named: "initials" as TransformName<String>) }
        == "The transform named 'initials' is one-way: it cannot bring values back")
  }
}
