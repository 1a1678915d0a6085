import Foundation
import Testing
import ValueTransformers

/// Names that both families of transforms find, and value transformers as transforms of fields.
@Suite struct SharedRegistryTests {
  struct Tint: Codable, Equatable, Sendable { var red = 0.5 }

  /// Stores text with a mark in front, and takes the mark away.
  final class Marking: ValueTransformer {
    override func transformedValue(_ value: Any?) -> Any? { (value as? String).map { "*" + $0 } }
    override func reverseTransformedValue(_ value: Any?) -> Any? {
      (value as? String).flatMap { $0.hasPrefix("*") ? String($0.dropFirst()) : nil }
    }
  }

  final class OneWay: ValueTransformer {
    override class func allowsReverseTransformation() -> Bool { false }
    override func transformedValue(_ value: Any?) -> Any? { (value as? String)?.count }
  }

  private static let names: Void = {
    ValueTransformer.setValueTransformer(Marking(), forName: .init("marking"))
    ValueTransformer.setValueTransformer(OneWay(), forName: .init("one way"))
    let colours = StorageValueTransformer(
      JSONTransform<Tint>().then(TextTransform()), forward: .restores)
    ValueTransformer.setValueTransformer(colours, forName: .init("restoring tint"))
  }()

  init() { Self.names }

  private func code(_ body: () throws -> Void) -> TransformError.Code? {
    do { try body() } catch { return (error as? TransformError)?.code }
    return nil
  }

  @Test func `a value transformer is the transform of a field`() throws {
    struct Note: Equatable {
      var text: String
      var tint: Tint
    }
    let entity = try Entity("Note", restoring: Note.init) {
      Field("text", \.text, as: NamedValueTransformer("marking"))
      Field("tint", \.tint, as: NamedValueTransformer("restoring tint"))
    }
    let note = Note(text: "a", tint: Tint(red: 1))
    let stored = try entity.store(note)
    #expect(stored[0] == .text("*a"))
    #expect(stored[1] == .text(#"{"red":1}"#))
    #expect(try entity.restore(stored) == note)
  }

  @Test func `the registry of transforms finds value transformers`() throws {
    let transform = try TransformRegistry.shared.transform(named: TransformName<String>("marking"))
    #expect(try transform.store("a", in: TransformContext()) == .text("*a"))
    #expect(try transform.restore(.text("*a"), in: TransformContext()) == "a")
    let erased = try TransformRegistry.shared.erasedTransform(named: "one way")
    #expect(!erased.isReversible)
    #expect(try erased.store("abc") == .integer(3))
    #expect(code { _ = try erased.restore(.integer(3)) } == .oneWay)
    #expect(
      code {
        _ = try TransformRegistry.shared.transform(named: TransformName<String>("one way"))
      } == .oneWay)
    #expect(TransformRegistry.shared.names.contains("marking"))
    // Other registries are on their own.
    #expect(
      code { _ = try TransformRegistry().erasedTransform(named: "marking") } == .missingTransform)
  }

  @Test func `value transformers of other types, and values that they refuse`() throws {
    let context = TransformContext()
    let numbers = NamedValueTransformer<Int>("marking")
    #expect(code { _ = try numbers.store(1, in: context) } == .notStorable)
    #expect(code { _ = try numbers.restore(.text("*a"), in: context) } == .typeMismatch)
    let text = NamedValueTransformer<String>("marking")
    #expect(code { _ = try text.restore(.text("a"), in: context) } == .unreadable)
    #expect(
      code { _ = try NamedValueTransformer<String>("none").store("a", in: context) }
        == .missingTransform)
    let oneWay = NamedValueTransformer<String>("one way")
    #expect(try oneWay.store("abc", in: context) == .integer(3))
    #expect(code { _ = try oneWay.restore(.integer(3), in: context) } == .oneWay)
    // Told the other way round, it restores what it would store.
    let reversed = NamedValueTransformer<String>("marking", forward: .restores)
    #expect(try reversed.restore(.text("a"), in: context) == "*a")
  }

  #if !canImport(ObjectiveC)
    @Test func `value transformers are found among transforms, and no name has two`() throws {
      try TransformRegistry.shared.register(JSONTransform<Tint>(), as: "json tint")
      let found = try #require(ValueTransformer(forName: .init("json tint")))
      #expect(found.transformedValue(Tint()) as? Data == Data(#"{"red":0.5}"#.utf8))
      #expect(found.reverseTransformedValue(Data(#"{"red":0.5}"#.utf8)) as? Tint == Tint())
      #expect(ValueTransformer.valueTransformerNames().contains(.init("json tint")))
      ValueTransformer.setValueTransformer(Marking(), forName: .init("json tint"))
      #expect(ValueTransformer(forName: .init("json tint")) is StorageValueTransformer)
      #expect(
        code { try TransformRegistry.shared.register(JSONTransform<Tint>(), as: "marking") }
          == .duplicateTransform)
    }
  #endif

  @Test func `text without marks, and in Latin letters`() throws {
    let plain = WithoutDiacriticsTransform()
    #expect(plain.store("Crème Brûlée e\u{301} Å") == "Creme Brulee e A")
    #expect(plain.store("ø ß ł 日本") == "ø ß ł 日本")
    #expect(plain.store("") == "")
    let latin = TransliterationTransform()
    #expect(try latin.store("Привет, мир") == "Privet, mir")
    #expect(try latin.store("日本語") == "rì běn yǔ")
    let ascii = TransliterationTransform(.ascii)
    #expect(try ascii.store("Straße, Ελληνικά") == "Strasse, Ellenika")
    #expect(try ascii.store("") == "")
    #expect(latin.form != ascii.form && plain.form != latin.form)
  }
}
