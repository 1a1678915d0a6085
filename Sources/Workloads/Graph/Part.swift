/// What parts are made of; one instance for many parts.
package final class Material: Codable {
  package let name: String
  package let density: Double

  package init(name: String, density: Double) {
    self.name = name
    self.density = density
  }
}

/// A part of a machine.
package class Part: Codable {
  package let name: String
  package let mass: Double
  package let material: Material

  package init(name: String, mass: Double, material: Material) {
    self.name = name
    self.mass = mass
    self.material = material
  }
}

/// A part that turns others.
package final class Gear: Part {
  package let toothCount: Int

  package init(name: String, mass: Double, material: Material, toothCount: Int) {
    self.toothCount = toothCount
    super.init(name: name, mass: mass, material: material)
  }

  enum CodingKeys: CodingKey { case toothCount }

  package required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    toothCount = try container.decode(Int.self, forKey: .toothCount)
    try super.init(from: decoder)
  }

  package override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(toothCount, forKey: .toothCount)
  }
}

/// A part made of others, which may be components elsewhere too.
package final class Assembly: Part {
  package let components: [Part]

  package init(name: String, mass: Double, material: Material, components: [Part]) {
    self.components = components
    super.init(name: name, mass: mass, material: material)
  }

  enum CodingKeys: CodingKey { case components }

  package required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    components = try container.decode([Part].self, forKey: .components)
    try super.init(from: decoder)
  }

  package override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(components, forKey: .components)
  }
}
