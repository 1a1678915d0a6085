extension GrowingList {
  /// Plain property lists in the binary form.
  static let binary = [
    GrowingList(list: "arrays that unfold", 100, large: 20_000) { script, size in
      for number in 0..<size {
        _ = script.array(Array(repeating: number + 1 < size ? number + 1 : number, count: 2))
      }
      script.set(size - 1, [0x09])
    },
    GrowingList(list: "dictionaries that unfold", 100, large: 10_000) { script, size in
      for number in 0..<size {
        let next = number + 1 < size ? number + 1 : number
        _ = script.dictionary([(key: size, value: next), (key: size + 1, value: next)])
      }
      script.set(size - 1, [0x09])
      _ = script.string("a")
      _ = script.string("b")
    },
    GrowingList(list: "a cycle of arrays", 500, large: 100_000) { script, size in
      for number in 0..<size { _ = script.array([(number + 1) % size]) }
    },
    GrowingList(list: "arrays in arrays", 500, large: 100_000) { script, size in
      for number in 0..<size { _ = script.array([number + 1]) }
      script.add([0x09])
    },
    GrowingList(list: "one text, mentioned often", 2_000, large: 200_000) { script, size in
      _ = script.array(Array(repeating: 1, count: size))
      _ = script.string(String(repeating: "x", count: 100))
    },
    GrowingList(list: "a long text, mentioned often", 2_000, large: 100_000) { script, size in
      _ = script.array(Array(repeating: 1, count: size))
      _ = script.string(String(repeating: "\u{1}", count: size * 4))
    }.boundedByLimits,
    GrowingList(list: "texts in each other", 1_000, large: 100_000) { script, size in
      _ = script.array(Array(1...size))
      // Each text is the 127 bytes behind its head, which are ASCII.
      for _ in 0..<size { script.add([0x5F, 0x10, 0x7F]) }
      script.add([UInt8](repeating: 0x41, count: 127))
    },
    GrowingList(list: "data in each other", 1_000, large: 50_000) { script, size in
      _ = script.array(Array(1...size))
      for _ in 0..<size { script.add([0x4F, 0x10, 0xFF]) }
      script.add([UInt8](repeating: 0, count: 255))
    },
    GrowingList("arrays in each other", 1_000, large: 100_000) { size in
      var script = ListScript()
      script.referenceSize = 1
      // Each byte begins an array whose elements are the bytes behind it.
      script.add([UInt8](repeating: 0xA2, count: size + 16))
      return script.bytes(offsets: (0..<size).map { 8 + $0 })
    },
    GrowingList(list: "one key, mentioned often", 2_000, large: 200_000) { script, size in
      _ = script.dictionary((0..<size).map { _ in (key: 1, value: 1) })
      _ = script.string("key")
    },
    GrowingList(list: "many keys", 2_000, large: 50_000) { script, size in
      _ = script.dictionary((0..<size).map { (key: $0 + 1, value: size) })
      for number in 0..<size { _ = script.string("key \(number)") }
    },
    GrowingList(list: "dictionaries with one long key", 1_000, large: 50_000) { script, size in
      _ = script.array(Array(2...size + 1))
      _ = script.string(String(repeating: "k", count: 2_000))
      for _ in 0..<size { _ = script.dictionary([(key: 1, value: 1)]) }
    },
    GrowingList(list: "dictionaries with the same keys", 500, large: 10_000) { script, size in
      _ = script.array(Array(repeating: 1, count: size))
      _ = script.dictionary((0..<20).map { (key: 2 + $0, value: 2) })
      for number in 0..<20 { _ = script.string("key \(number)") }
    },
    GrowingList(list: "sets in sets", 300, large: 100_000) { script, size in
      for number in 0..<size {
        script.add([0xC1] + ListScript.digits(number + 1, 4))
      }
      script.add([0x08])
    },
    GrowingList(list: "large integers, mentioned often", 2_000, large: 200_000) { script, size in
      _ = script.array(Array(repeating: 1, count: size))
      script.add([0x14] + [UInt8](repeating: 0x7F, count: 16))
    },
    GrowingList(list: "texts of surrogates that are not paired", 1_000, large: 50_000) {
      script, size in
      _ = script.array(Array(1...size))
      for _ in 0..<size { script.add([0x64, 0xD8, 0, 0xDC, 0, 0xDC, 0, 0xD8, 0]) }
    },
  ]
}
