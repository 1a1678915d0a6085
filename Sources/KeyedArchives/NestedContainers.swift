/// The containers that a container was asked for last under its keys, with nothing given there since.
///
/// Most containers hold few others, so that the first ones need no memory of their own.
struct NestedContainers {
  private static let noKey = UInt32.max
  private var keys = SIMD4<UInt32>(repeating: noKey)
  private var indices = SIMD4<Int>()
  private var others: [UInt32: Int] = [:]

  /// True if there never was one.
  private(set) var isEmpty = true

  /// A number for the container of a key.
  subscript(key: UInt32) -> Int? {
    get {
      if isEmpty { return nil }
      for place in keys.indices where keys[place] == key { return indices[place] }
      return others.isEmpty ? nil : others[key]
    }
    set {
      var place = keys.indices.first { keys[$0] == key }
      if place == nil, newValue != nil, others[key] == nil {
        place = keys.indices.first { keys[$0] == Self.noKey }
      }
      guard let place else {
        if newValue != nil || !others.isEmpty { others[key] = newValue }
        return
      }
      isEmpty = false
      keys[place] = newValue == nil ? Self.noKey : key
      indices[place] = newValue ?? 0
    }
  }
}
