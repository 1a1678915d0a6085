import KeyedArchives

/// A struct and a class that archives call by the same name.
enum SameNames {
  struct Record: Codable, ArchiveNamed {
    static let archiveName = "same"
    var a = 1
  }

  final class Object: Codable, ArchiveNamed {
    static let archiveName = "same"
    var a = 1
  }
}
