import Foundation
import Workloads

/// The counterpart of ``Part`` for Foundation's archiver.
class FoundationPart: NSObject, NSSecureCoding {
  class var supportsSecureCoding: Bool { true }

  let name: String
  let mass: Double
  let material: FoundationMaterial

  init(name: String, mass: Double, material: FoundationMaterial) {
    self.name = name
    self.mass = mass
    self.material = material
  }

  required init?(coder: NSCoder) {
    guard let name = coder.decodeObject(of: NSString.self, forKey: "name"),
      let material = coder.decodeObject(of: FoundationMaterial.self, forKey: "material")
    else { return nil }
    self.name = name.description
    self.material = material
    mass = coder.decodeDouble(forKey: "mass")
  }

  func encode(with coder: NSCoder) {
    coder.encode(name as NSString, forKey: "name")
    coder.encode(mass, forKey: "mass")
    coder.encode(material, forKey: "material")
  }
}

/// The counterpart of ``Material``.
final class FoundationMaterial: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }

  let name: String
  let density: Double

  init(name: String, density: Double) {
    self.name = name
    self.density = density
  }

  init?(coder: NSCoder) {
    guard let name = coder.decodeObject(of: NSString.self, forKey: "name") else { return nil }
    self.name = name.description
    density = coder.decodeDouble(forKey: "density")
  }

  func encode(with coder: NSCoder) {
    coder.encode(name as NSString, forKey: "name")
    coder.encode(density, forKey: "density")
  }
}

/// The counterpart of ``Gear``.
final class FoundationGear: FoundationPart {
  let toothCount: Int

  init(name: String, mass: Double, material: FoundationMaterial, toothCount: Int) {
    self.toothCount = toothCount
    super.init(name: name, mass: mass, material: material)
  }

  required init?(coder: NSCoder) {
    toothCount = coder.decodeInteger(forKey: "toothCount")
    super.init(coder: coder)
  }

  override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(toothCount, forKey: "toothCount")
  }
}

/// The counterpart of ``Assembly``.
final class FoundationAssembly: FoundationPart {
  let components: [FoundationPart]

  init(
    name: String, mass: Double, material: FoundationMaterial, components: [FoundationPart]
  ) {
    self.components = components
    super.init(name: name, mass: mass, material: material)
  }

  required init?(coder: NSCoder) {
    let found = coder.decodeObject(
      of: [NSArray.self, FoundationPart.self], forKey: "components")
    guard let components = found as? [FoundationPart] else { return nil }
    self.components = components
    super.init(coder: coder)
  }

  override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(components as NSArray, forKey: "components")
  }
}
