import Foundation
import Testing

/// Declarations that the compiler has to refuse, beside those that differ from them in one place and compile.
@Suite struct RefusedByTypeTests {
  private static let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()

  /// What the compiler says of a program that imports `StorageTransforms`; empty if it takes it.
  private func verdict(_ source: String) throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).swift")
    try source.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    var sources = URL(filePath: #filePath)
    while sources.lastPathComponent != "Tests" { sources.deleteLastPathComponent() }
    sources = sources.deletingLastPathComponent().appending(path: "Sources")
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      [
        "swiftc", "-typecheck", "-swift-version", "6", file.path, "-I",
        Self.folder.appending(path: "Modules").path, "-I", sources.appending(path: "CZlib").path,
      ]
      + ["CChecksum", "CThreadStack"].flatMap {
        [
          "-Xcc",
          "-fmodule-map-file=\(Self.folder.appending(path: "\($0).build/module.modulemap").path)",
        ]
      }
    let output = Pipe()
    process.standardError = output
    process.standardOutput = output
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? "" : String(decoding: text, as: UTF8.self)
  }

  private func entity(_ field: String) -> String {
    """
    import StorageTransforms
    struct Photo: Sendable {
      var title: String?
      init(title: String) { self.title = title }
    }
    func declare() throws -> Entity<Photo> {
      try Entity("Photo", restoring: Photo.init) {
        \(field)
      }
    }
    """
  }

  @Test func `a default makes an output that is not optional`() throws {
    #expect(try verdict(entity(#"Field("title", \.title).default("untitled")"#)) == "")
    #expect(try verdict(entity(#"Field("title", \.title).required()"#)) == "")
    let without = try verdict(entity(#"Field("title", \.title)"#))
    #expect(without.contains("'String?' and 'String'"), "\(without)")
    // Nil is no default.
    #expect(try !verdict(entity(#"Field("title", \.title).default(nil)"#)).isEmpty)
    // A fallback is none either.
    #expect(try !verdict(entity(#"Field("title", \.title).fallback(to: "untitled")"#)).isEmpty)
  }

  @Test func `a one-way transform is no field's`() throws {
    let upper = #"Field("title", \.title, as: TextCaseTransform(.upper)).required()"#
    #expect(try verdict(entity(upper)) == "")
    let capitalized = upper.replacing("TextCaseTransform(.upper)", with: "CapitalizedTransform()")
    let message = try verdict(entity(capitalized))
    #expect(message.contains("StorageTransform"), "\(message)")
  }

  @Test func `fields are those of the type, and in the order in which it takes them`() throws {
    let two = """
      import StorageTransforms
      struct Photo: Sendable { var title: String; var size: Int }
      func declare() throws -> Entity<Photo> {
        try Entity("Photo", restoring: Photo.init) {
          Field("title", \\.title)
          Field("size", \\.size)
        }
      }
      """
    #expect(try verdict(two) == "")
    for wrong in [
      two.replacing("\\.size", with: "\\.title"),
      two.replacing("    Field(\"size\", \\.size)\n", with: ""),
      two.replacing("\\.size", with: "\\.weight"),
    ] {
      #expect(try !verdict(wrong).isEmpty, "\(wrong)")
    }
  }
}
