import Foundation
import KeyedArchives
import TestSupport
import Testing

/// The examples of README.md and of the articles for first steps, allowed types and large archives.
@Suite struct FirstStepsTests {
  struct Trip: Codable, Equatable {
    var name: String
    var start: Date
    var stops: [String]
  }

  class Shape: Codable { var name = "unit" }
  final class Circle: Shape {}
  struct Drawing: Codable { var shapes: [Shape] }

  final class Square: Shape {}

  @Test func `a value is archived`() throws {
    let trip = Trip(name: "coast", start: Date(), stops: ["Porto", "Nazaré"])
    let data: Data = try KeyedArchiver(compression: .zlib()).encode(trip)
    let copy = try KeyedUnarchiver().decode(Trip.self, from: data)
    print(copy == trip)
    #expect(copy == trip)
    #expect(try ReadmeExample.stands("struct Trip:", in: #filePath, inPieces: true))

    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "trip.karc")
    try data.write(to: url, options: .atomic)
    let stored = try KeyedUnarchiver().decode(Trip.self, from: Data(contentsOf: url))
    #expect(stored == trip)
    #expect(try ReadmeExample.stands("trip.karc", in: #filePath))
  }

  @Test func `damage is an error`() throws {
    var changed: Data = try KeyedArchiver().encode(
      Trip(name: "coast", start: Date(), stops: []))
    changed[changed.count / 2] ^= 1
    do {
      _ = try KeyedUnarchiver().decode(Trip.self, from: changed)
    } catch let error as ArchiveError where error.code == .checksumMismatch {
      print("damaged:", error)
    }
    #expect(throws: ArchiveError.self) {
      try KeyedUnarchiver().decode(Trip.self, from: changed)
    }
    #expect(try ReadmeExample.stands("print(\"damaged:\", error)", in: #filePath))
  }

  @Test func `a list of words is archived`() throws {
    let data: Data = try KeyedArchiver().encode(["sea", "hill"])
    let words = try KeyedUnarchiver().decode([String].self, from: data)
    print(words)
    #expect(words == ["sea", "hill"])
    #expect(try ReadmeExample.stands("[\"sea\", \"hill\"]", in: #filePath, inPieces: true))
  }

  @Test func `a subclass comes back if it is allowed`() throws {
    let circle = Circle()
    let archive: Data = try KeyedArchiver().encode(Drawing(shapes: [circle, circle]))

    var unarchiver = KeyedUnarchiver()
    unarchiver.allowedTypes = [Circle.self]  // Without this line `decode` throws: typeNotAllowed.
    let drawing = try unarchiver.decode(Drawing.self, from: archive)
    print(drawing.shapes[0] is Circle, drawing.shapes[0] === drawing.shapes[1])
    #expect(drawing.shapes[0] is Circle && drawing.shapes[0] === drawing.shapes[1])
    let refusal = #expect(throws: ArchiveError.self) {
      try KeyedUnarchiver().decode(Drawing.self, from: archive)
    }
    #expect(refusal?.code == .typeNotAllowed)
    #expect(try ReadmeExample.stands("struct Drawing:", in: #filePath, inPieces: true))
  }

  @Test func `names have aliases, paths and an observer`() throws {
    let data: Data = try KeyedArchiver().encode(Drawing(shapes: [Circle(), Square()]))
    let log: @Sendable (String) -> Void = { print($0) }

    var unarchiver = KeyedUnarchiver(allowedTypes: [Circle.self])
    let shapes = ArchivePath([.key("shapes")])
    unarchiver.allowedTypes.allow(Square.self, names: ["Quad"], under: shapes)
    unarchiver.typeObserver = { log("\($0.name) at \($0.path): \($0.isAllowed)") }
    let unlisted = try unarchiver.requirements(of: data).unlistedClasses
    #expect(unlisted.isEmpty)
    #expect(try unarchiver.decode(Drawing.self, from: data).shapes[1] is Square)
    #expect(try ReadmeExample.stands("names: [\"Quad\"]", in: #filePath))
  }

  struct Reading: Codable, Equatable { var sensor: String, celsius: Double, isValid: Bool }

  @Test func `a stream is written and read`() throws {
    let readings = (0..<5_000).map { Reading(sensor: "s\($0)", celsius: 21.5, isValid: true) }
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "readings.karc").path
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    let handle = try #require(FileHandle(forUpdatingAtPath: path))
    let file = handle.fileDescriptor

    let writer = ArchiveStreamWriter<Reading>(KeyedArchiver(), to: ArchiveOutput(descriptor: file))
    for reading in readings { try writer.append(reading) }
    try writer.finish()
    #expect(try ReadmeExample.stands("try writer.finish()", in: #filePath))

    try handle.seek(toOffset: 0)
    var count = 0
    func print(_ sensor: String) { count += sensor == "s\(count)" ? 1 : 0 }
    let reader = ArchiveStreamReader<Reading>(ArchiveInput(descriptor: file))
    while let reading = try reader.next() { print(reading.sensor) }
    #expect(count == readings.count)
    #expect(try ReadmeExample.stands("try reader.next()", in: #filePath))
  }

  @Test func `one value is read by its path`() throws {
    typealias Entry = Int
    let data: Data = try KeyedArchiver().encode(["entries": Array(0..<600_000)])
    let path = ArchivePath([.key("entries"), .index(500_000)])  // $.entries[500000]
    let entry = try KeyedUnarchiver().decode(Entry.self, at: path, from: data)
    #expect(entry == 500_000)
    #expect(try ReadmeExample.stands(".index(500_000)", in: #filePath))
  }
}
