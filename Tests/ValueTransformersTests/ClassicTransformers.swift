import Foundation
import ValueTransformers

// Three classes as they stand in programs that use Core Data, with only the `@objc` line and the type of the colour
// changed.

/// A colour, in the place of UIKit's.
final class Colour: NSObject, NSSecureCoding {
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

/// A colour to data.
final class ColourValueTransformer: ValueTransformer {
  override class func transformedValueClass() -> AnyClass { Colour.self }

  override class func allowsReverseTransformation() -> Bool { true }

  override func transformedValue(_ value: Any?) -> Any? {
    guard let colour = value as? Colour else { return nil }
    return try? NSKeyedArchiver.archivedData(withRootObject: colour, requiringSecureCoding: true)
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? {
    guard let data = value as? Data else { return nil }
    return try? NSKeyedUnarchiver.unarchivedObject(ofClass: Colour.self, from: data)
  }

  static let name = NSValueTransformerName(
    rawValue: String(describing: ColourValueTransformer.self))

  static func register() {
    let transformer = ColourValueTransformer()
    ValueTransformer.setValueTransformer(transformer, forName: name)
  }
}

/// A URL in a folder that other programs of the group share, to a relative one.
final class GroupURLTransformer: ValueTransformer {
  private let container: URL

  init(container: URL) {
    self.container = container
    super.init()
  }

  override class func transformedValueClass() -> AnyClass { NSData.self }

  override class func allowsReverseTransformation() -> Bool { true }

  override func transformedValue(_ value: Any?) -> Any? {
    guard let url = value as? URL, url.path.hasPrefix(container.path) else { return nil }
    return Data(url.path.dropFirst(container.path.count).utf8)
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? {
    guard let data = value as? Data else { return nil }
    return container.appendingPathComponent(String(decoding: data, as: UTF8.self))
  }
}

/// A class that is Codable.
final class Address: NSObject, Codable {
  var street: String
  var number: Int
  init(street: String, number: Int) { (self.street, self.number) = (street, number) }
}

/// It as JSON, through the unarchiving family.
final class AddressTransformer: NSSecureUnarchiveFromDataTransformer {
  override static var allowedTopLevelClasses: [AnyClass] { [Address.self] }

  override class func transformedValueClass() -> AnyClass { Address.self }

  override class func allowsReverseTransformation() -> Bool { true }

  override func transformedValue(_ value: Any?) -> Any? {
    guard let data = value as? Data else { return nil }
    return try? JSONDecoder().decode(Address.self, from: data)
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? {
    guard let address = value as? Address else { return nil }
    return try? JSONEncoder().encode(address)
  }

  static func register() {
    ValueTransformer.setValueTransformer(
      AddressTransformer(), forName: NSValueTransformerName("AddressTransformer"))
  }
}
