import Foundation
import Synchronization
import Testing
import ValueTransformers

/// Foundation's family of value transformers.
@Suite(.serialized) struct ValueTransformerTests {
  @Test func `a colour as data`() throws {
    ColourValueTransformer.register()
    let transformer = try #require(ValueTransformer(forName: ColourValueTransformer.name))
    #expect(transformer is ColourValueTransformer)
    #expect(ValueTransformer.valueTransformerNames().contains(ColourValueTransformer.name))
    let data = try #require(transformer.transformedValue(Colour(red: 0.5, green: 1)) as? Data)
    let colour = try #require(transformer.reverseTransformedValue(data) as? Colour)
    #expect(colour.red == 0.5 && colour.green == 1)
    #expect(type(of: transformer).transformedValueClass() == Colour.self)
    #expect(transformer.transformedValue(nil) == nil && transformer.transformedValue("red") == nil)
  }

  @Test func `an absolute URL stored relative, and the container moved`() throws {
    let before = GroupURLTransformer(container: URL(filePath: "/group/1"))
    let after = GroupURLTransformer(container: URL(filePath: "/group/2"))
    let data = try #require(before.transformedValue(URL(filePath: "/group/1/a/b.png")) as? Data)
    #expect((after.reverseTransformedValue(data) as? URL)?.path == "/group/2/a/b.png")
  }

  @Test func `a Codable class as JSON`() throws {
    AddressTransformer.register()
    let transformer = try #require(
      AddressTransformer(forName: NSValueTransformerName("AddressTransformer")))
    let data = try #require(
      transformer.reverseTransformedValue(Address(street: "Main", number: 7)) as? Data)
    let address = try #require(transformer.transformedValue(data) as? Address)
    #expect(address.street == "Main" && address.number == 7)
    #expect(ColourValueTransformer(forName: NSValueTransformerName("AddressTransformer")) == nil)
  }

  @Test func `names are those that were registered`() {
    let name = NSValueTransformerName("nobody")
    #expect(ValueTransformer(forName: name) == nil)
    #expect(ValueTransformer(forName: NSValueTransformerName("ColourValueTransformer2")) == nil)
    ValueTransformer.setValueTransformer(ColourValueTransformer(), forName: name)
    #expect(ValueTransformer(forName: name) is ColourValueTransformer)
    ValueTransformer.setValueTransformer(nil, forName: name)
    #expect(ValueTransformer(forName: name) == nil)
    func standard(_ name: NSValueTransformerName, _ value: Any?) -> Any? {
      ValueTransformer(forName: name)?.transformedValue(value)
    }
    #expect(standard(.negateBooleanTransformerName, true) as? Bool == false)
    #expect(standard(.isNilTransformerName, nil) as? Bool == true)
    #expect(standard(.isNotNilTransformerName, nil) as? Bool == false)
    #expect(standard(.isNotNilTransformerName, 5) as? Bool == true)
    let negate = ValueTransformer(forName: .negateBooleanTransformerName)
    #expect(negate?.reverseTransformedValue(false) as? Bool == true)
    let isNil = ValueTransformer(forName: .isNilTransformerName)
    #expect(isNil?.reverseTransformedValue(false) == nil)
  }

  // MARK: NSSecureUnarchiveFromDataTransformer

  class Person: Codable {
    var name = "Ada"
    var friend: Person?
  }
  final class Spy: Person {}
  final class Uncoded {}

  final class PersonTransformer: NSSecureUnarchiveFromDataTransformer {
    override class var allowedTopLevelClasses: [AnyClass] { [Address.self, Person.self] }
  }
  final class OneClassTransformer: NSSecureUnarchiveFromDataTransformer {
    override class func transformedValueClass() -> AnyClass { Address.self }
  }
  final class WrongTransformer: NSSecureUnarchiveFromDataTransformer {
    override class var allowedTopLevelClasses: [AnyClass] { [Uncoded.self] }
  }

  @Test func `a Codable class with allowed top-level classes`() throws {
    let errors = Mutex<[TransformError]>([])
    TransformerErrors.setHandler { error in errors.withLock { $0.append(error) } }
    defer { TransformerErrors.setHandler(nil) }
    let transformer = PersonTransformer()
    let person = Person()
    person.friend = Person()
    let data = try #require(transformer.reverseTransformedValue(person) as? Data)
    #expect((transformer.transformedValue(data) as? Person)?.friend?.name == "Ada")
    let address = transformer.reverseTransformedValue(Address(street: "x", number: 1))
    #expect((transformer.transformedValue(address) as? Address)?.number == 1)
    #expect(OneClassTransformer.allowedTopLevelClasses.map { "\($0)" } == ["Address"])
    #expect((OneClassTransformer().transformedValue(address) as? Address)?.street == "x")
    #expect(transformer.transformedValue(nil) == nil)
    #expect(errors.withLock { $0.isEmpty })
    // A subclass is another class, in both directions; so is everything else.
    #expect(transformer.reverseTransformedValue(Spy()) == nil)
    let spy: Data = try KeyedArchiver().encode(Spy() as Spy)
    #expect(transformer.transformedValue(spy) == nil)
    #expect(OneClassTransformer().transformedValue(data) == nil)
    #expect(transformer.transformedValue(Data("junk".utf8)) == nil)
    #expect(transformer.transformedValue("text") == nil)
    #expect(WrongTransformer().transformedValue(data) == nil)
    let messages = errors.withLock { $0.map(\.message) }
    #expect(messages.count == 6)
    #expect(messages[0].hasSuffix("does not allow objects of class Spy"))
    #expect(messages[1].contains("Spy"))
    #expect(messages[5].hasSuffix("which is not Codable"))
  }

  @Test func `without a list of classes, plain values`() throws {
    let transformer = try #require(
      ValueTransformer(forName: .secureUnarchiveFromDataTransformerName))
    let uuid = UUID()
    let values: [Any] = [
      true, 5, UInt64.max, 0.5, "text", Date(timeIntervalSince1970: 5), Data([1]),
      URL(filePath: "/a"), uuid, [1, "two"] as [Any], ["key": [1.5]] as [String: Any],
      Set<AnyHashable>([1, "a"]),
    ]
    let data = try #require(transformer.reverseTransformedValue(values) as? Data)
    let back = try #require(transformer.transformedValue(data) as? [Any])
    #expect(back.count == values.count)
    #expect(back[0] as? Bool == true && back[1] as? Int == 5 && back[2] as? UInt64 == .max)
    #expect(
      back[4] as? String == "text" && back[6] as? Data == Data([1]) && back[8] as? UUID == uuid)
    #expect((back[9] as? [Any])?[1] as? String == "two")
    #expect((back[10] as? [String: Any])?["key"] as? [Double] == [1.5])
    #expect(back[11] as? Set<AnyHashable> == [1, "a"])
    let numbers: [Any] = [NSNumber(value: 5), NSNumber(value: 0.5), Float(1.5), Int8(-3)]
    let numberData = transformer.reverseTransformedValue(numbers)
    let plain = try #require(transformer.transformedValue(numberData) as? [Any])
    #expect(plain[0] as? Int == 5)
    #expect(plain[1] as? Double == 0.5)
    #expect("\(plain[2])" == "1.5" && plain[3] as? Int == -3)
    let withNil: [Any] = [Int?.none as Any, 1]
    let nilData = transformer.reverseTransformedValue(withNil)
    #expect("\((transformer.transformedValue(nilData) as? [Any] ?? [])[0])" == "nil")
    // Nothing of a set goes missing: what cannot come back is refused.
    for set in [Set<AnyHashable>([[1, 2], [3]]), Set<AnyHashable>([["a": 1]])] {
      #expect(transformer.reverseTransformedValue(set) == nil)
    }
    var deep: Any = 1
    for _ in 0..<10_000 { deep = [deep] }
    #expect(transformer.reverseTransformedValue(deep) == nil)
    #expect(transformer.reverseTransformedValue(Uncoded()) == nil)
  }
}
