import Foundation

/// A value in words, with a number for each instance: two values have the same text if they have the
/// same instances in the same places.
struct ObjectText {
  private var numbers: [ObjectIdentifier: Int] = [:]

  static func of(_ value: Any) -> String {
    var text = ObjectText()
    return text.describe(value)
  }

  private mutating func describe(_ value: Any) -> String {
    // The mirror of `Data` shows the address of the bytes.
    if let data = value as? Data { return data.base64EncodedString() }
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .set || mirror.displayStyle == .dictionary {
      return "{\(unordered(mirror))}"
    }
    guard mirror.displayStyle == .class else {
      guard !mirror.children.isEmpty else { return canonicalText(value) }
      return "(\(fields(mirror)))"
    }
    let object = value as AnyObject
    if let number = numbers[ObjectIdentifier(object)] { return "#\(number)" }
    let number = numbers.count
    numbers[ObjectIdentifier(object)] = number
    var text = "#\(number) \(type(of: object))"
    var part: Mirror? = mirror
    while let here = part {
      text += "(\(fields(here)))"
      part = here.superclassMirror
    }
    return text
  }

  private mutating func fields(_ mirror: Mirror) -> String {
    var texts: [String] = []
    for child in mirror.children { texts.append("\(child.label ?? ""):\(describe(child.value))") }
    return texts.joined(separator: " ")
  }

  /// Members in the order of what they are without their instances' numbers.
  private mutating func unordered(_ mirror: Mirror) -> String {
    let members = mirror.children.map { (ObjectText.of($0.value), $0.value) }
    var texts: [String] = []
    for (_, member) in members.sorted(by: { $0.0 < $1.0 }) { texts.append(describe(member)) }
    return texts.joined(separator: " ")
  }
}
