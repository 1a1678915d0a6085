import Foundation
import KeyedArchives

/// One way to store the graph: its name, its bytes, and how to read them back.
struct StoredForm {
  let name: String
  let data: Data
  let read: (Data) throws -> Folder

  /// How many entries and permissions of the original come back as themselves: as instances of
  /// their class, and as many instances as there were.
  func survivors(of original: Folder) -> (classes: Int, isShared: Bool)? {
    guard let copy = try? read(data) else { return nil }
    let pairs = zip(original.all, copy.all)
    return (
      pairs.count { type(of: $0) == type(of: $1) },
      original.permissionsCount == copy.permissionsCount
    )
  }
}

extension StoredForm {
  static var unarchiver: KeyedUnarchiver {
    KeyedUnarchiver(allowedTypes: [Folder.self, SwiftFile.self, OtherFile.self])
  }

  static func archive(_ folder: Folder, compression: BlockPacking) throws -> StoredForm {
    var archiver = KeyedArchiver()
    archiver.compression = compression
    let data: Data = try archiver.encode(folder)
    let name = compression == .none ? "keyed archive" : "keyed archive, zlib"
    return StoredForm(name: name, data: data) {
      try unarchiver.decode(Folder.self, from: $0)
    }
  }

  static func propertyList(_ folder: Folder) throws -> StoredForm {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    return StoredForm(name: "property list, binary", data: try encoder.encode(folder)) {
      try PropertyListDecoder().decode(Folder.self, from: $0)
    }
  }

  static func json(_ folder: Folder) throws -> StoredForm {
    StoredForm(name: "JSON, data in base64", data: try JSONEncoder().encode(folder)) {
      try JSONDecoder().decode(Folder.self, from: $0)
    }
  }
}

extension Folder {
  /// How many instances the permissions of all entries are.
  var permissionsCount: Int { Set(all.map { ObjectIdentifier($0.permissions) }).count }
}
