/// The values that the benchmark measures and the tests archive.
///
/// Three of them are documents that JSON libraries are compared on, as typed structures. Their text
/// is no part of this package: it is read from a folder, the *corpus*, where there is one. The
/// others are made here: ``Tiny``, ``PartGraph``, and the four data sets of
/// rust_serialization_benchmark, ``WebLog``, ``TriangleMesh``, ``PlayerSaves`` and ``GameUpdates``.
#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A document of the corpus as a typed structure.
package protocol CorpusDocument: Codable, Equatable, Sendable {
  /// The name of its file in the folder `json` of the corpus.
  static var fileName: String { get }
}

/// The folder of documents that are no part of this package.
package enum Corpus {
  /// `$CORPUS`; otherwise `../shared/corpus`, seen from this checkout, or else from the current
  /// directory.
  package static let folder: URL = {
    if let named = ProcessInfo.processInfo.environment["CORPUS"], !named.isEmpty {
      return URL(filePath: named, directoryHint: .isDirectory)
    }
    let source = URL(filePath: #filePath).resolvingSymlinksInPath()
    let checkout = source.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let candidates = [checkout, URL(filePath: FileManager.default.currentDirectoryPath)].map {
      $0.deletingLastPathComponent().appending(path: "shared/corpus")
    }
    return candidates.first { FileManager.default.fileExists(atPath: $0.path) } ?? candidates[0]
  }()

  /// Where a document is looked for.
  package static func place(of type: (some CorpusDocument).Type) -> URL {
    folder.appending(path: "json").appending(path: type.fileName)
  }

  /// True if all documents are there.
  package static var isThere: Bool {
    let types: [any CorpusDocument.Type] = [
      TwitterSearch.self, TicketCatalog.self, CanadaMap.self,
    ]
    return types.allSatisfy { FileManager.default.fileExists(atPath: place(of: $0).path) }
  }

  /// A document; nil if its file is absent.
  ///
  /// - Throws: What `JSONDecoder` throws for a file that is there and is no such document.
  package static func load<Document: CorpusDocument>(_ type: Document.Type) throws -> Document? {
    let place = place(of: type)
    guard FileManager.default.fileExists(atPath: place.path) else { return nil }
    return try JSONDecoder().decode(type, from: Data(contentsOf: place))
  }

  /// The sentence for a document that is not there.
  package static func absence(of type: (some CorpusDocument).Type) -> String {
    "absent: \(place(of: type).path) (the folder is $CORPUS, by default ../shared/corpus)"
  }
}
