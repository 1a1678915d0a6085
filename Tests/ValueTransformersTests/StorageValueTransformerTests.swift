import Foundation
import Synchronization
import Testing
import ValueTransformers

/// Any transform as a value transformer.
@Suite struct StorageValueTransformerTests {
  struct Tint: Codable, Equatable, Sendable { var red = 0.5 }

  private let transform = JSONTransform<Tint>().then(TextTransform())

  @Test func `the plain family stores forward, the unarchiving one restores`() throws {
    let plain = StorageValueTransformer(transform, forward: .stores)
    #expect(plain.transformedValue(Tint()) as? String == #"{"red":0.5}"#)
    #expect(plain.reverseTransformedValue(#"{"red":0.5}"#) as? Tint == Tint())
    let unarchiving = StorageValueTransformer(transform, forward: .restores)
    #expect(unarchiving.transformedValue(#"{"red":0.5}"#) as? Tint == Tint())
    #expect(unarchiving.reverseTransformedValue(Tint()) as? String == #"{"red":0.5}"#)
    #expect(plain.transformedValue(nil) == nil && plain.reverseTransformedValue(nil) == nil)
    ValueTransformer.setValueTransformer(plain, forName: NSValueTransformerName("tint"))
    let found = ValueTransformer(forName: NSValueTransformerName("tint"))
    #expect(found?.transformedValue(Tint()) as? String == #"{"red":0.5}"#)
    ValueTransformer.setValueTransformer(nil, forName: NSValueTransformerName("tint"))
  }

  @Test func `the wrong way round is an error at the first value`() throws {
    let errors = Mutex<[TransformError]>([])
    let wrong = StorageValueTransformer(transform, forward: .restores) { error in
      errors.withLock { $0.append(error) }
    }
    #expect(wrong.transformedValue(Tint()) == nil)
    #expect(wrong.reverseTransformedValue("text") == nil)
    let messages = errors.withLock { $0.map(\.message) }
    #expect(
      messages.first
        == "expected a stored form that a value of type Tint is restored from, and this is a value of "
        + "type Tint: the transformer was made with 'forward: .restores'; if it was meant the other way round, that is "
        + "'forward: .stores'")
    #expect(
      messages.last?.hasPrefix(
        "expected a value of type Tint to store, and this is a value of type String") == true)
    let other = StorageValueTransformer(transform, forward: .stores)
    let error = #expect(throws: TransformError.self) { try other.transformed("text") }
    #expect(error?.code == .typeMismatch)
    #expect(error?.message.hasSuffix("that is 'forward: .restores'") == true)
    let second = #expect(throws: TransformError.self) { try other.reverseTransformed(Data([1])) }
    #expect(second?.code == .typeMismatch)
  }

  @Test func `what cannot be restored goes to the handler`() throws {
    let errors = Mutex<[TransformError]>([])
    let context = TransformContext(entity: "User", attribute: "tint")
    let transformer = StorageValueTransformer(transform, forward: .restores, in: context) { error in
      errors.withLock { $0.append(error) }
    }
    #expect(transformer.transformedValue("{}") == nil)
    let error = errors.withLock { $0.first }
    #expect(error?.code == .unreadable)
    #expect(error?.description.hasSuffix("attribute 'tint' of entity 'User'") == true)
    #expect(throws: TransformError.self) { try transformer.transformed("{}") }
  }

  @Test func `numbers come in any width`() throws {
    enum Kind: Int16, Sendable { case one = 1, two }
    let transformer = StorageValueTransformer(RawValueTransform<Kind>(), forward: .stores)
    #expect(transformer.transformedValue(Kind.two) as? Int == 2)
    for number in [Int(2), Int16(2), Int64(2), UInt8(2)] as [Any] {
      #expect(transformer.reverseTransformedValue(number) as? Kind == .two)
    }
  }
}
