/// A machine as a graph of class instances: parts of three classes and their materials, many of
/// which are reached in more than one way. There are no cycles.
package struct PartGraph: Codable {
  package var roots: [Part]

  package init(roots: [Part]) { self.roots = roots }
}

extension PartGraph {
  /// The machine that is measured: 2,048 objects, always the same.
  ///
  /// 32 materials, 1,520 parts and gears, and 496 assemblies in three layers; an assembly holds
  /// eight components of the layers below. The roots are an inventory: every part is one.
  ///
  /// - Parameter scale: How many times as many objects of each kind there are.
  package static func sample(scale: Int = 1) -> PartGraph {
    let materials = (0..<32 * scale).map {
      Material(name: "alloy \($0)", density: 2.5 + Double($0) / 8)
    }
    var counter = 0
    func pick<Element>(_ elements: [Element]) -> Element {
      counter += 1
      return elements[counter &* 7919 % elements.count]
    }
    var below: [Part] = (0..<1520 * scale).map { number in
      let material = pick(materials)
      let mass = Double(number % 97) + 0.25
      return number.isMultiple(of: 3)
        ? Gear(name: "gear \(number)", mass: mass, material: material, toothCount: number % 60 + 12)
        : Part(name: "part \(number)", mass: mass, material: material)
    }
    for (layer, count) in [(1, 368), (2, 112), (3, 16)] {
      let assemblies = (0..<count * scale).map { number in
        Assembly(
          name: "assembly \(layer).\(number)", mass: Double(number), material: pick(materials),
          components: (0..<8).map { _ in pick(below) })
      }
      below = assemblies + below
    }
    return PartGraph(roots: below)
  }

  /// One line for every step to an object, in the order of the walk: what the object is where it is
  /// met first, its number where it is met again. Two graphs are the same if their lines are.
  package var lines: [String] {
    var numbers: [ObjectIdentifier: Int] = [:]
    var lines: [String] = []
    func isNew(_ object: AnyObject) -> Bool {
      let number = numbers[ObjectIdentifier(object)]
      lines.append("object \(number ?? numbers.count)")
      if number == nil { numbers[ObjectIdentifier(object)] = numbers.count }
      return number == nil
    }
    func visit(_ part: Part) {
      guard isNew(part) else { return }
      lines.append("\(type(of: part)) \(part.name) \(part.mass)")
      if isNew(part.material) { lines.append("\(part.material.name) \(part.material.density)") }
      if let gear = part as? Gear { lines.append("teeth \(gear.toothCount)") }
      if let assembly = part as? Assembly {
        lines.append("components \(assembly.components.count)")
        for component in assembly.components { visit(component) }
      }
    }
    for root in roots { visit(root) }
    return lines
  }

  /// How many objects there are.
  package var objectCount: Int { Set(lines.filter { $0.hasPrefix("object ") }).count }
}
