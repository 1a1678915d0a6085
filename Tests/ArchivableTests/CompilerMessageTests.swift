#if Macros
  import TestSupport
  import Testing

  /// The compiler's errors for types with `@Archivable` that it refuses, and types that it takes beside modules with the same names.
  @Suite struct CompilerMessageTests {
    private static let before = """
      import KeyedArchives
      final class Opaque {}
      @propertyWrapper struct Held<Value> { var wrappedValue: Value }
      extension Held: Encodable where Value: Encodable {}
      extension Held: Decodable where Value: Decodable {}

      """

    /// The declarations have a property `filter` that is not Codable because of `Opaque`.
    static let declarations = [
      "@Archivable struct Search { var name: String; let filter: Opaque }",
      "@Archivable struct Search { var filter = Opaque(); var name: String? }",
      "@Archivable struct Search { var count = 3; var filter: Opaque? }",
      "@Archivable struct Search { var names: [String]; var filter: [String: [Opaque]] }",
      "@Archivable struct Search { @Held var filter: Opaque; var name: String }",
      "@Archivable public struct Search<Value> { var value: Value; var filter: Opaque }",
      "enum Outer { @Archivable struct Search { var filter: Opaque; var name: String } }",
      "@Archivable final class Search { var name = \"\"; var filter: Opaque? }",
      "@Archivable(superclass: nil) class Search { var name = \"\"; var filter: Opaque? }",
    ]

    @Test(arguments: declarations)
    func `the first error of a property that is not Codable names the property and the type`(
      declaration: String
    ) throws {
      let error = try CompilerVerdict.firstError(Self.before + declaration) ?? ""
      #expect(error.contains("'filter'"), "\(error)")
      #expect(error.contains("'Opaque'"), "\(error)")
      #expect(error.contains("Decodable") || error.contains("Encodable"), "\(error)")
      let fine = declaration.replacing("Opaque", with: "Fine")
      let after = "\nfinal class Fine: Codable {}"
      #expect(try CompilerVerdict.firstError(Self.before + fine + after) == nil)
    }

    /// A module with public names that the expansion uses too, such as `Decoder`, which SwiftProtobuf has.
    private static let otherModule = """
      public protocol Decoder {}
      public protocol Encoder {}
      public protocol CodingKey {}
      public typealias Codable = Int
      public typealias Decodable = Int
      public typealias Encodable = Int
      public struct KeyedDecodingContainer {}
      public typealias AnyClass = Int
      public typealias Void = Int
      public struct ArchiveWriter {}
      public struct ArchiveReader {}
      public struct ArchiveFieldType {}
      """

    @Test func `types compile beside a module with the same names`() throws {
      let names = try CompilerVerdict.firstError(
        """
        import KeyedArchives
        import OtherNames
        @Archivable struct Account { var id: Int64; var attempts = 0; var note: String?; var names = ["a"] }
        @Archivable struct Empty {}
        @Archivable enum Event { case opened(Int), closed(reason: String?) }
        @Archivable enum Level: Int { case low, high }
        @Archivable final class Node { var next: Node?; init() {} }
        @Archivable(superclass: nil) class Base { var number = 1; init() {} }
        @Archivable(superclass: Base.self) class Derived: Base { var text = "" }
        """, beside: ["OtherNames": Self.otherModule])
      #expect(names == nil)
    }
  }
#endif
