extension GrowingList {
  /// Adds an object of a class, whose record is the last entry of as many.
  private static func object(
    _ script: inout ListScript, _ fields: [(key: Int, value: Int)], classEntry: Int
  ) -> Int {
    script.dictionary(fields + [(script.string("$class"), script.uid(classEntry))])
  }

  /// Objects that all have one field, and the class.
  private static func objects(
    _ script: inout ListScript, _ size: Int, _ className: String, _ field: String,
    _ value: (inout ListScript, Int) -> Int
  ) -> [Int] {
    let (key, classKey, classUID) = (
      script.string(field), script.string("$class"), script.uid(size + 2)
    )
    let root = script.array((0..<size).map { script.uid($0 + 2) })
    let made = (0..<size).map { number in
      let value = value(&script, number)
      return script.dictionary([(key, value), (classKey, classUID)])
    }
    return [root] + made + [script.classRecord([className, "NSObject"])]
  }

  /// Keyed archives in the binary form.
  static let archives = [
    GrowingList(archive: "a chain of references", 4_000, large: 100_000) { script, size in
      (0..<size).map { script.uid($0 + 1 < size ? $0 + 2 : 1) }
    },
    GrowingList(archive: "a chain of objects", 500, large: 50_000) { script, size in
      let (key, classKey, classUID) = (
        script.string("next"), script.string("$class"), script.uid(size + 1)
      )
      return (0..<size).map { number in
        script.dictionary([
          (key, script.uid(number + 1 < size ? number + 2 : 1)), (classKey, classUID),
        ])
      } + [script.classRecord(["Node", "NSObject"])]
    },
    GrowingList(archive: "arrays that lead to the next twice", 300, large: 50_000) { script, size in
      let (key, classKey, classUID) = (
        script.string("NS.objects"), script.string("$class"), script.uid(size + 1)
      )
      return (0..<size).map { number in
        let next = script.uid(number + 1 < size ? number + 2 : 0)
        return script.dictionary([
          (key, script.array([next, next])), (classKey, classUID),
        ])
      } + [script.classRecord(["NSArray", "NSObject"])]
    },
    GrowingList(archive: "URLs with bases", 300, large: 20_000) { script, size in
      let (base, relative) = (script.string("NS.base"), script.string("NS.relative"))
      let (classKey, classUID) = (script.string("$class"), script.uid(size + 2))
      let text = script.uid(size + 1)
      return (0..<size).map { number in
        script.dictionary([
          (base, script.uid(number + 1 < size ? number + 2 : 0)), (relative, text),
          (classKey, classUID),
        ])
      } + [script.string("http://a/b"), script.classRecord(["NSURL", "NSObject"])]
    },
    GrowingList(archive: "objects that share an array", 200, large: 10_000) { script, size in
      let shared = script.array(Array(repeating: script.uid(2), count: 20))
      return objects(&script, size, "NSArray", "NS.objects") { _, _ in shared }
    },
    GrowingList(archive: "objects of a class with many names", 200, large: 4_000) { script, size in
      let names = (0..<20).map { script.string("Class number \($0)") }
      let made = objects(&script, size, "Node", "a") { script, _ in script.uid(0) }
      let record = script.dictionary([
        (script.string("$classname"), names[0]), (script.string("$classes"), script.array(names)),
      ])
      return made.dropLast() + [record]
    },
    GrowingList(archive: "classes that are alike", 200, large: 20_000) { script, size in
      let (classKey, field) = (script.string("$class"), script.string("f"))
      let root = script.array((0..<size).map { script.uid($0 + 2) })
      let made = (0..<size).map { number in
        script.dictionary([(field, script.uid(0)), (classKey, script.uid(size + 2 + number))])
      }
      return [root] + made + (0..<size).map { _ in script.classRecord(["Node", "NSObject"]) }
    },
    GrowingList(archive: "an object with many fields", 1_000, large: 50_000) { script, size in
      let fields = (0..<size).map { (key: script.string("field \($0)"), value: script.uid(1)) }
      return [
        object(&script, fields, classEntry: 2), script.classRecord(["Node", "NSObject"]),
      ]
    },
    GrowingList(archive: "an ordered set by numbered fields", 1_000, large: 50_000) {
      script, size in
      let fields = (0..<size).map {
        (key: script.string("NS.object.\($0)"), value: script.uid(1))
      }
      return [
        object(&script, fields, classEntry: 2), script.classRecord(["NSOrderedSet", "NSObject"]),
      ]
    },
    GrowingList(archive: "a counted set by numbered fields", 500, large: 30_000) { script, size in
      let fields = (0..<size).flatMap {
        [
          (key: script.string("NS.object\($0)"), value: script.uid(1)),
          (key: script.string("NS.count\($0)"), value: script.add([0x10, 1])),
        ]
      }
      let count = (
        key: script.string("NS.count"), value: script.add([0x12] + ListScript.digits(size, 4))
      )
      return [
        object(&script, fields + [count], classEntry: 2),
        script.classRecord(["NSCountedSet", "NSObject"]),
      ]
    },
    GrowingList(
      archive: "a date with many fields that is mentioned often", 500, large: 20_000
    ) { script, size in
      let fields = (0..<size).map { (key: script.string("field \($0)"), value: script.uid(0)) }
      let time = (
        key: script.string("NS.time"), value: script.add([0x23] + [UInt8](repeating: 0, count: 8))
      )
      return [
        script.array(Array(repeating: script.uid(2), count: size)),
        object(&script, fields + [time], classEntry: 3),
        script.classRecord(["NSDate", "NSObject"]),
      ]
    },
    GrowingList(
      archive: "a text with many fields that is a key often", 500, large: 20_000
    ) { script, size in
      let fields = (0..<size).map { (key: script.string("field \($0)"), value: script.uid(0)) }
      let text = (key: script.string("NS.string"), value: script.string("text"))
      let keys = script.array(Array(repeating: script.uid(2), count: size))
      return [
        object(
          &script, [(script.string("NS.keys"), keys), (script.string("NS.objects"), keys)],
          classEntry: 3),
        object(&script, fields + [text], classEntry: 4),
        script.classRecord(["NSDictionary", "NSObject"]),
        script.classRecord(["NSString", "NSObject"]),
      ]
    },
    GrowingList(archive: "a dictionary with equal keys", 1_000, large: 50_000) { script, size in
      let keys = script.array(Array(repeating: script.uid(1), count: size))
      return [
        object(
          &script, [(script.string("NS.keys"), keys), (script.string("NS.objects"), keys)],
          classEntry: 2), script.classRecord(["NSDictionary", "NSObject"]),
      ]
    },
    GrowingList(archive: "data in data in data", 2_000, large: 50_000) { script, size in
      objects(&script, size, "NSData", "NS.data") { script, number in script.uid(number + 3) }
    },
    GrowingList(archive: "texts that are one long text", 300, large: 20_000) { script, size in
      let made = objects(&script, size, "NSString", "NS.string") { script, _ in
        script.uid(size + 3)
      }
      return made + [script.string(String(repeating: "x", count: size * 20))]
    }.boundedByLimits,
    GrowingList(archive: "runs without length in attributed texts", 4_000, large: 100_000) {
      script, size in
      let fields = [
        (key: script.string("NSString"), value: script.uid(2)),
        (key: script.string("NSAttributes"), value: script.uid(3)),
        (
          key: script.string("NSAttributeInfo"),
          value: script.add(
            ListScript.head(0x40, 2 * size) + [UInt8](repeating: 0, count: 2 * size))
        ),
      ]
      let list = object(
        &script, [(script.string("NS.objects"), script.array([script.uid(1)]))], classEntry: 5)
      return [
        object(&script, fields, classEntry: 4), script.string(""), list,
        script.classRecord(["NSAttributedString", "NSObject"]),
        script.classRecord(["NSArray", "NSObject"]),
      ]
    },
    GrowingList(archive: "ranges of an index set", 4_000, large: 100_000) { script, size in
      let fields = [
        (
          key: script.string("NSRangeCount"),
          value: script.add([0x12] + ListScript.digits(size, 4))
        ),
        (
          key: script.string("NSRangeData"),
          value: script.add(
            ListScript.head(0x40, 2 * size) + [UInt8](repeating: 1, count: 2 * size))
        ),
      ]
      return [
        object(&script, fields, classEntry: 2), script.classRecord(["NSIndexSet", "NSObject"]),
      ]
    },
    GrowingList(archive: "objects that are not reached", 500, large: 50_000) { script, size in
      [script.string("root")] + (0..<size).map { _ in script.array([]) }
    },
  ]
}
