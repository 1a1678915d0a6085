#if SQLite
  internal import Foundation

  /// A store of few bytes, with a part of everything that a store has, to be changed byte by byte.
  package enum SmallStore {
    package static let model = SampleModel([
      SampleModel.Entity(
        "A",
        [.attribute("b", 1800), .relationship("c", to: "B", inverse: "d", isToMany: true)]),
      SampleModel.Entity("B", in: "A", [.relationship("d", to: "A", inverse: "c")]),
    ])

    /// The bytes of the file, in pages of 512 bytes.
    package static func bytes() throws -> [UInt8] {
      let sample = try SampleStore()
      defer { sample.remove() }
      try sample.make(
        [(1, "A", 0), (2, "B", 1)], cache: model.cache, first: "PRAGMA page_size = 512",
        """
        CREATE TABLE ZA (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZD INTEGER, ZB BLOB);
        INSERT INTO ZA VALUES (1, 1, 1, NULL, x'01' || '<plist><true/></plist>'), (2, 2, 1, 1, 'text'), (3, 2, 1, 1, 0.5);
        """)
      return [UInt8](try Data(contentsOf: URL(filePath: sample.path)))
    }
  }
#endif
