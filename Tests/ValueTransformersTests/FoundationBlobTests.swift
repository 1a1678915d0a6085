#if !canImport(ObjectiveC)
  import Foundation
  import Synchronization
  import Testing
  import ValueTransformers

  /// Archives of Foundation's `NSKeyedArchiver` in transformable attributes.
  @Suite(.serialized) struct FoundationBlobTests {
    private let transformer = NSSecureUnarchiveFromDataTransformer()
    private let writing = NSSecureUnarchiveFromDataTransformer(writing: .foundation)

    final class Person: Codable {
      var name = "Ada"
    }

    final class PersonTransformer: NSSecureUnarchiveFromDataTransformer {
      override class func transformedValueClass() -> AnyClass { Person.self }
    }

    /// Returns the errors that a transformer reported instead of a value.
    private func refusals(_ body: () -> Any?) -> [TransformError.Code] {
      let errors = Mutex<[TransformError.Code]>([])
      TransformerErrors.setHandler { error in errors.withLock { $0.append(error.code) } }
      let value = body()
      TransformerErrors.setHandler(nil)
      return value == nil ? errors.withLock { $0 } : []
    }

    private static let date = Date(timeIntervalSinceReferenceDate: 700_000_000.5)
    private static let uuid = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F") ?? UUID()
    private static let url = URL(string: "https://example.com/a?b=c") ?? URL(fileURLWithPath: "/")

    @Test func `what Foundation archives is read`() throws {
      // Foundation archives `1` and `true` as one object, so no other number here is 1.
      let value: NSDictionary = [
        "text": "a ü 🚀", "number": 7 as NSNumber, "real": 2.5 as NSNumber, "yes": true as NSNumber,
        "date": Self.date as NSDate, "data": Data([1, 2]) as NSData,
        "url": Self.url as NSURL, "uuid": Self.uuid as NSUUID,
        "list": ["a", 3 as NSNumber, ["b"] as NSArray] as NSArray,
        "set": NSSet(array: ["x", "y"]),
      ]
      for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        archiver.outputFormat = format
        archiver.encode(value, forKey: NSKeyedArchiveRootObjectKey)
        archiver.finishEncoding()
        let read = try #require(
          transformer.transformedValue(archiver.encodedData) as? [String: Any])
        #expect(read.count == value.count)
        #expect(read["text"] as? String == "a ü 🚀")
        #expect(read["number"] as? Int == 7)
        #expect(read["real"] as? Double == 2.5)
        #expect(read["yes"] as? Bool == true)
        #expect(read["date"] as? Date == Self.date)
        #expect(read["data"] as? Data == Data([1, 2]))
        #expect(read["url"] as? URL == Self.url)
        #expect(read["uuid"] as? UUID == Self.uuid)
        let list = try #require(read["list"] as? [Any])
        #expect(list[0] as? String == "a" && list[1] as? Int == 3)
        #expect(list[2] as? [String] == ["b"])
        #expect(read["set"] as? Set<AnyHashable> == ["x", "y"])
      }
    }

    @Test func `what is written for Foundation is read by Foundation, and here`() throws {
      let value: [String: Any] = [
        "text": "a ü 🚀", "number": 7, "large": UInt64.max, "real": 2.5, "date": Self.date,
        "data": Data([1, 2]), "uuid": Self.uuid, "url": Self.url, "list": ["a", "b"] as [Any],
      ]
      let data = try #require(writing.reverseTransformedValue(value) as? Data)
      #expect(data.starts(with: Data("bplist00".utf8)))
      let classes: [AnyClass] = [
        NSDictionary.self, NSArray.self, NSString.self, NSNumber.self, NSDate.self, NSData.self,
        NSUUID.self, NSURL.self,
      ]
      let read = try #require(
        NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data) as? NSDictionary)
      #expect(read["text"] as? String == "a ü 🚀")
      #expect((read["number"] as? NSNumber)?.intValue == 7)
      #expect((read["real"] as? NSNumber)?.doubleValue == 2.5)
      #expect((read["date"] as? NSDate)?.timeIntervalSinceReferenceDate == 700_000_000.5)
      #expect((read["list"] as? NSArray)?.count == 2)
      let here = try #require(transformer.transformedValue(data) as? [String: Any])
      #expect(here["large"] as? UInt64 == .max)
      #expect(here["uuid"] as? UUID == Self.uuid && here["url"] as? URL == Self.url)
      #expect(here.count == value.count)
      // Ours are read by the same transformer.
      let own = try #require(transformer.reverseTransformedValue(value) as? Data)
      #expect(!own.starts(with: Data("bplist00".utf8)))
      #expect((writing.transformedValue(own) as? [String: Any])?.count == value.count)
    }

    // Foundation on Linux ends the process when it reads a decimal that it archived itself.
    @Test func `a decimal is read here`() throws {
      let data = try #require(writing.reverseTransformedValue(Decimal(string: "-12.50")) as? Data)
      #expect(transformer.transformedValue(data) as? Decimal == -12.5)
    }

    @Test func `a set of collections is refused, and nothing of the set is lost`() throws {
      let archive = try NSKeyedArchiver.archivedData(
        withRootObject: NSSet(array: [["a"] as NSArray, "x"]), requiringSecureCoding: false)
      #expect(refusals { transformer.transformedValue(archive) } == [.notStorable])
    }

    @Test func `text of a property list in an archive of ours is no property list`() throws {
      let text = #"<?xml version="1.0"?><plist version="1.0"><dict/></plist>"#
      let own = try #require(transformer.reverseTransformedValue(text) as? Data)
      #expect(transformer.transformedValue(own) as? String == text)
    }

    @Test func `other classes, and classes of the program, are refused`() throws {
      let archive = try NSKeyedArchiver.archivedData(
        withRootObject: NSDateComponents(), requiringSecureCoding: false)
      #expect(refusals { transformer.transformedValue(archive) } == [.notStorable])
      let text = try #require(writing.reverseTransformedValue("a") as? Data)
      #expect(refusals { PersonTransformer().transformedValue(text) } == [.unreadable])
      let people = PersonTransformer(writing: .foundation)
      #expect(refusals { people.reverseTransformedValue(Person()) } == [.notStorable])
      #expect(refusals { transformer.transformedValue(text.dropLast(9)) } == [.unreadable])
    }

    @Test func `many references to one list are not read without a bound`() throws {
      func reference(_ number: Int) -> String {
        "<dict><key>CF$UID</key><integer>\(number)</integer></dict>"
      }
      // Each list has the next one twice.
      let lists = (1...40).map { number in
        let next = number < 40 ? reference(number + 1) + reference(number + 1) : ""
        return """
          <dict><key>NS.objects</key><array>\(next)</array><key>$class</key>\(reference(41))</dict>
          """
      }
      let text = """
        <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>
        <key>$version</key><integer>100000</integer><key>$archiver</key><string>NSKeyedArchiver</string>
        <key>$top</key><dict><key>root</key>\(reference(1))</dict>
        <key>$objects</key><array><string>$null</string>\(lists.joined())
        <dict><key>$classname</key><string>NSArray</string></dict></array></dict></plist>
        """
      let archive = Data(text.utf8)
      #expect(refusals { transformer.transformedValue(archive) } == [.limitExceeded])
    }
  }
#endif
