import Foundation
import FoundationArchiveFormat
import RecordStorage
import Synchronization
import TestSupport
import Testing
import ValueTransformers

// The code there, as the article prints it.

#if canImport(CoreData)
  import CoreData

  final class Poster: NSManagedObject {
    @NSManaged var tags: [String]?  // Transformable, NSSecureUnarchiveFromData
    @NSManaged var tint: Tint?  // Transformable, TintTransformer
  }
#endif

final class Tint: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  let red: Double
  let green: Double

  init(red: Double, green: Double) { (self.red, self.green) = (red, green) }

  init?(coder: NSCoder) {
    red = coder.decodeDouble(forKey: "red")
    green = coder.decodeDouble(forKey: "green")
  }

  func encode(with coder: NSCoder) {
    coder.encode(red, forKey: "red")
    coder.encode(green, forKey: "green")
  }
}

final class TintTransformer: NSSecureUnarchiveFromDataTransformer {
  static let name = NSValueTransformerName("TintTransformer")

  override class var allowedTopLevelClasses: [AnyClass] { [Tint.self] }
}

/// The examples of the article on transformers that allow classes.
@Suite(.serialized) struct SecureUnarchivingGuideTests {
  struct Tint: Codable, Equatable {
    var red: Double
    var green: Double
  }

  class Frame: Codable { var width = 2 }
  final class GildedFrame: Frame {}

  struct Poster: Codable {
    var id: Int
    var tags: [String]
    var tint: Tint?
    var frame: Frame
  }

  @Test func `a class that is not Codable is reported off Apple's platforms`() throws {
    ValueTransformer.setValueTransformer(TintTransformer(), forName: TintTransformer.name)
    #if !canImport(ObjectiveC)
      let errors = Mutex<[String]>([])
      TransformerErrors.setHandler { error in errors.withLock { $0.append(error.message) } }
      defer { TransformerErrors.setHandler(nil) }
      let transformer = ValueTransformer(forName: TintTransformer.name)
      #expect(transformer?.transformedValue(Data([1])) == nil)
      #expect(
        errors.withLock { $0 } == ["TintTransformer allows the class Tint, which is not Codable"])
    #endif
    #expect(try ReadmeExample.stands("class TintTransformer", in: #filePath, inPieces: true))
  }

  @Test func `fields print what the article shows`() throws {
    var lines: [String] = []
    func print(_ items: Any...) {
      lines.append(items.map { "\($0)" }.joined(separator: " "))
    }

    let frames = ArchiveTransform<Frame>(
      unarchiver: KeyedUnarchiver(allowedTypes: [GildedFrame.self]))
    let entity = try Entity(of: Poster.self) {
      Field("id", \.id)
      Field("frame", \.frame, as: frames)
    }
    let posters = try RecordStore(MemoryBackEnd()).records(of: entity, key: \.id)
    try posters.save(
      Poster(id: 1, tags: ["sea"], tint: Tint(red: 0.2, green: 0.5), frame: GildedFrame()))
    let poster = try posters.fetch(key: 1)
    print(poster?.tags ?? [], poster?.tint?.green ?? 0, poster?.frame is GildedFrame)
    #expect(
      try ReadmeExample.isShown("```\n\(lines.joined(separator: "\n"))\n```", near: #filePath),
      "\(lines)")
    #expect(try ReadmeExample.stands("let frames =", in: #filePath, inPieces: true))
  }

  @Test func `archives of plain values are read as an older form`() throws {
    let tags = ArchiveTransform<[String]>().stamped(
      reading: .unstamped(
        ClosureTransform(
          "tags.foundation", store: { _ in throw CocoaError(.featureUnsupported) },
          restore: { (data: Data) in
            let plain = ValueTransformer(forName: .secureUnarchiveFromDataTransformerName)
            return plain?.transformedValue(data) as? [String]
          })))
    let former = try NSKeyedArchiver.archivedData(
      withRootObject: ["sea", "blue"] as NSArray, requiringSecureCoding: true)
    #expect(try tags.restore(former) == ["sea", "blue"])
    #expect(try tags.restore(tags.store(["hill"])) == ["hill"])
    #expect(try ReadmeExample.stands("let tags =", in: #filePath))
  }

  @Test func `archives of objects are read as an older form`() throws {
    let tints = ArchiveTransform<Tint>().stamped(
      reading: .unstamped(
        ClosureTransform(
          "tint.foundation", store: { _ in throw CocoaError(.featureUnsupported) },
          restore: { (data: Data) in
            let object = try FoundationGraph(Array(data)).archivedValue()
            guard object?.typeName == "Gallery.Tint", let fields = object?.body ?? object,
              let red = fields["red"]?.doubleValue, let green = fields["green"]?.doubleValue
            else { return nil }
            return Tint(red: red, green: green)
          })))
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.outputFormat = .xml
    archiver.encode(FormerTint(red: 0.25, green: 1), forKey: NSKeyedArchiveRootObjectKey)
    archiver.finishEncoding()
    let former = String(decoding: archiver.encodedData, as: UTF8.self)
      .replacing("ValueTransformersTests.Tint", with: "Gallery.Tint")
    #expect(try tints.restore(Data(former.utf8)) == Tint(red: 0.25, green: 1))
    let other = try NSKeyedArchiver.archivedData(
      withRootObject: FormerTint(red: 0.25, green: 1), requiringSecureCoding: true)
    #expect(throws: TransformError.self) { try tints.restore(other) }
    #expect(try ReadmeExample.stands("let tints =", in: #filePath))
  }
}

/// The class there, under a name that the suite does not hide.
private typealias FormerTint = Tint
