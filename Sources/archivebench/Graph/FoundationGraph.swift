import Foundation
import Workloads

/// A ``PartGraph`` made of `NSObject` classes, as Foundation's archiver wants them.
struct FoundationGraph {
  var roots: [FoundationPart]

  /// The counterpart of a graph: as many objects, held in the same way.
  init(_ graph: PartGraph) {
    var parts: [ObjectIdentifier: FoundationPart] = [:]
    var materials: [ObjectIdentifier: FoundationMaterial] = [:]
    func material(_ origin: Material) -> FoundationMaterial {
      if let known = materials[ObjectIdentifier(origin)] { return known }
      let made = FoundationMaterial(name: origin.name, density: origin.density)
      materials[ObjectIdentifier(origin)] = made
      return made
    }
    func part(_ origin: Part) -> FoundationPart {
      if let known = parts[ObjectIdentifier(origin)] { return known }
      let (name, mass, material) = (origin.name, origin.mass, material(origin.material))
      let made =
        switch origin {
        case let gear as Gear:
          FoundationGear(name: name, mass: mass, material: material, toothCount: gear.toothCount)
        case let assembly as Assembly:
          FoundationAssembly(
            name: name, mass: mass, material: material, components: assembly.components.map(part))
        default: FoundationPart(name: name, mass: mass, material: material)
        }
      parts[ObjectIdentifier(origin)] = made
      return made
    }
    roots = graph.roots.map(part)
  }

  /// The graph that this is the counterpart of.
  var origin: PartGraph {
    var parts: [ObjectIdentifier: Part] = [:]
    var materials: [ObjectIdentifier: Material] = [:]
    func material(_ made: FoundationMaterial) -> Material {
      if let known = materials[ObjectIdentifier(made)] { return known }
      let origin = Material(name: made.name, density: made.density)
      materials[ObjectIdentifier(made)] = origin
      return origin
    }
    func part(_ made: FoundationPart) -> Part {
      if let known = parts[ObjectIdentifier(made)] { return known }
      let (name, mass, material) = (made.name, made.mass, material(made.material))
      let origin =
        switch made {
        case let gear as FoundationGear:
          Gear(name: name, mass: mass, material: material, toothCount: gear.toothCount)
        case let assembly as FoundationAssembly:
          Assembly(
            name: name, mass: mass, material: material, components: assembly.components.map(part))
        default: Part(name: name, mass: mass, material: material)
        }
      parts[ObjectIdentifier(made)] = origin
      return origin
    }
    return PartGraph(roots: roots.map(part))
  }

  /// Foundation's archiver, with secure coding.
  static var coder: ValueCoder<FoundationGraph> {
    ValueCoder(
      name: "NSKeyedArchiver",
      encode: {
        try NSKeyedArchiver.archivedData(
          withRootObject: $0.roots as NSArray, requiringSecureCoding: true)
      },
      decode: {
        let root = try NSKeyedUnarchiver.unarchivedObject(
          ofClasses: [NSArray.self, FoundationPart.self], from: $0)
        guard let roots = root as? [FoundationPart] else { throw WrongResult() }
        return FoundationGraph(roots: roots)
      })
  }

  private init(roots: [FoundationPart]) { self.roots = roots }
}
