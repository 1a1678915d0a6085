import Foundation

/// Reads a folder into a graph of entries, in the order of their names.
struct FolderReader {
  static let maximumFileByteCount = 4 << 20
  static let maximumTotalByteCount = 64 << 20

  private let base: URL
  private let root: String
  /// What was left out, by reason.
  private(set) var skipped: [String: Int] = [:]
  private var totalByteCount = 0
  private var permissions: [String: Permissions] = [:]

  init(folder: String) {
    base = URL(filePath: folder, directoryHint: .isDirectory).standardizedFileURL
    root = base.path(percentEncoded: false)
  }

  /// Reads everything. Throws ``DemoFailure`` if there is no such folder or it is too large.
  mutating func read() throws -> Folder {
    let path = root.count > 1 ? String(root.dropLast()) : root
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw DemoFailure(.noInput, "There is no folder \(path)")
    }
    guard isFolder.boolValue else {
      throw DemoFailure(.noInput, "\(path) is a file; a folder is needed.")
    }
    // The root itself may be a symbolic link; below it none is followed.
    let target = base.resolvingSymlinksInPath().path(percentEncoded: false)
    do {
      let attributes = try FileManager.default.attributesOfItem(atPath: target)
      return try folder(at: "", named: base.lastPathComponent, attributes)
    } catch let error as CocoaError {
      throw DemoFailure(.noInput, "\(root) cannot be read: \(error.localizedDescription)")
    }
  }

  private mutating func folder(
    at path: String, named name: String, _ attributes: [FileAttributeKey: Any]
  ) throws -> Folder {
    var entries: [Entry] = []
    let names = try FileManager.default.contentsOfDirectory(atPath: root + path)
    for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      guard !name.hasPrefix(".") else {
        skip("hidden")
        continue
      }
      if let entry = try entry(at: path + name, named: name) { entries.append(entry) }
    }
    let byteCount = entries.reduce(0) { $0 + $1.byteCount }
    return Folder(
      facts(named: name, at: path.isEmpty ? "./" : path, attributes, byteCount), entries: entries)
  }

  private mutating func entry(at path: String, named name: String) throws -> Entry? {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: root + path) else {
      return skip("unreadable")
    }
    switch attributes[.type] as? FileAttributeType {
    case .typeDirectory?:
      guard FileManager.default.isReadableFile(atPath: root + path) else {
        return skip("unreadable")
      }
      return try folder(at: path + "/", named: name, attributes)
    case .typeRegular?: return try file(at: path, named: name, attributes)
    case .typeSymbolicLink?: return skip("symbolic links")
    default: return skip("special files")
    }
  }

  private mutating func file(
    at path: String, named name: String, _ attributes: [FileAttributeKey: Any]
  ) throws -> Entry? {
    let declared = (attributes[.size] as? NSNumber)?.intValue ?? 0
    guard declared <= Self.maximumFileByteCount else { return skip("over 4 MB") }
    guard let contents = FileManager.default.contents(atPath: root + path) else {
      return skip("unreadable")
    }
    totalByteCount += contents.count
    guard totalByteCount <= Self.maximumTotalByteCount else {
      throw DemoFailure(.noInput, "\(root) holds more than 64 MB; choose a smaller folder.")
    }
    let facts = facts(named: name, at: path, attributes, contents.count)
    return facts.url.pathExtension == "swift"
      ? SwiftFile(facts, contents: contents) : OtherFile(facts, contents: contents)
  }

  private mutating func facts(
    named name: String, at path: String, _ attributes: [FileAttributeKey: Any], _ byteCount: Int
  ) -> EntryFacts {
    let owner = attributes[.ownerAccountName] as? String ?? ""
    let mode = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
    let shared = permissions["\(mode) \(owner)"] ?? Permissions(owner: owner, mode: mode)
    permissions["\(mode) \(owner)"] = shared
    let escaped = path.addingPercentEncoding(withAllowedCharacters: Self.allowed) ?? path
    return EntryFacts(
      name: name, url: URL(string: escaped, relativeTo: base) ?? base.appending(path: path),
      modified: attributes[.modificationDate] as? Date ?? .distantPast, byteCount: byteCount,
      permissions: shared)
  }

  /// Letters, digits and what a relative path may hold; a colon would look like a scheme.
  private static let allowed = CharacterSet.urlPathAllowed.subtracting(CharacterSet([":", ";"]))

  @discardableResult
  private mutating func skip(_ reason: String) -> Entry? {
    skipped[reason, default: 0] += 1
    return nil
  }
}
