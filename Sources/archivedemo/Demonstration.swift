import Foundation
import KeyedArchives

/// The steps of the demonstration, each of which prints what it did.
struct Demonstration {
  let folder: Folder
  let output: String
  let plain: StoredForm
  let packed: StoredForm

  init(_ folder: Folder, output: String) throws {
    self.folder = folder
    self.output = output.count > 1 && output.hasSuffix("/") ? String(output.dropLast()) : output
    plain = try .archive(folder, compression: .none)
    packed = try .archive(folder, compression: .zlib(level: 6))
  }

  var plainPath: String { output + "/sources.karc" }
  var packedPath: String { output + "/sources-zlib.karc" }

  func writeArchives() throws {
    do {
      try FileManager.default.createDirectory(
        at: URL(filePath: output), withIntermediateDirectories: true)
      try plain.data.write(to: URL(filePath: plainPath), options: .atomic)
      try packed.data.write(to: URL(filePath: packedPath), options: .atomic)
    } catch {
      throw DemoFailure(
        .cannotCreate, "\(output) cannot be written: \(error.localizedDescription)")
    }
    print("Wrote   \(plainPath), \(plain.data.count.of("byte"))")
    print("Wrote   \(packedPath), \(packed.data.count.of("byte"))")
  }

  func readBack() throws {
    for (form, path) in [(plain, plainPath), (packed, packedPath)] {
      let copy = try form.read(try Data(contentsOf: URL(filePath: path)))
      if let difference = folder.difference(from: copy) {
        throw DemoFailure(.software, "\(path) does not come back as it was: \(difference)")
      }
      guard copy.permissionsCount == folder.permissionsCount else {
        throw DemoFailure(.software, "\(path): shared permissions came back as copies.")
      }
    }
    let shared = folder.permissionsCount.of("shared instance")
    print("Read    both back: every field of \(folder.all.count.of("entry", "entries")) is equal;")
    print("        their permissions are \(shared), as before")
  }

  func compareSizes() throws {
    let all = folder.all
    var table = SizeTable(columns: [
      "", "bytes", "beside contents", "own class back", "sharing back",
    ])
    table.add("the contents alone", folder.byteCount.grouped, "", "", "")
    for form in [plain, packed, try .propertyList(folder), try .json(folder)] {
      let survivors = form.survivors(of: folder)
      let overhead = form.data.count - folder.byteCount
      table.add(
        form.name, form.data.count.grouped, (overhead < 0 ? "" : "+") + overhead.grouped,
        survivors.map { "\($0.classes) of \(all.count)" } ?? "unreadable",
        survivors.map { $0.isShared ? "yes" : "no" } ?? "unreadable")
    }
    print("\nThe same graph, stored in four ways\n")
    print(table.text)
  }
}
