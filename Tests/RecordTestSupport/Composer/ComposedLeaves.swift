package import Foundation
package import TestSupport

extension FixedWidthInteger {
  fileprivate static func drawn(_ random: inout SeededGenerator) -> Self {
    switch random.below(4) {
    case 0: .min
    case 1: .max
    case 2: Self(random.below(3))
    default: .random(in: .min ... .max, using: &random)
    }
  }
}

extension Int: Composed {
  package static func make(_ random: inout SeededGenerator) -> Int { drawn(&random) }
  package var form: ComposedForm { .leaf("\(self)") }
}

extension Int8: Composed {
  package static func make(_ random: inout SeededGenerator) -> Int8 { drawn(&random) }
  package var form: ComposedForm { .leaf("\(self)") }
}

extension UInt64: Composed {
  package static func make(_ random: inout SeededGenerator) -> UInt64 { drawn(&random) }
  package var form: ComposedForm { .leaf("\(self)") }
}

extension Bool: Composed {
  package static func make(_ random: inout SeededGenerator) -> Bool { random.below(2) == 0 }
  package var form: ComposedForm { .leaf("\(self)") }
}

extension String: Composed {
  package static func make(_ random: inout SeededGenerator) -> String {
    ["", "a", "12", "-3", "007", "é", "e\u{301}", "a longer text, of 34 bytes in UTF-8"][
      random.below(8)]
  }
  // Keys that are equal to Swift are one; so the composed form of each stands for it.
  package var form: ComposedForm { .leaf(precomposedStringWithCanonicalMapping) }
}

extension Double: Composed {
  package static func make(_ random: inout SeededGenerator) -> Double {
    [0, -1.5, 1e300, .infinity, .pi, 5e-324, 3][random.below(7)]
  }
  package var form: ComposedForm { .leaf("\(bitPattern)") }
}

extension Float: Composed {
  package static func make(_ random: inout SeededGenerator) -> Float {
    [0, 0.1, -7][random.below(3)]
  }
  package var form: ComposedForm { .leaf("\(bitPattern)") }
}

extension Data: Composed {
  package static func make(_ random: inout SeededGenerator) -> Data {
    Data(random.bytes(random.below(4)))
  }
  package var form: ComposedForm { .leaf("\(Array(self))") }
}

extension Date: Composed {
  package static func make(_ random: inout SeededGenerator) -> Date {
    Date(timeIntervalSinceReferenceDate: Double(random.below(9)) / 4)
  }
  package var form: ComposedForm { .leaf("\(timeIntervalSinceReferenceDate)") }
}

extension UUID: Composed {
  package static func make(_ random: inout SeededGenerator) -> UUID {
    UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, UInt8(random.below(3))))
  }
  package var form: ComposedForm { .leaf(uuidString) }
}

extension URL: Composed {
  package static func make(_ random: inout SeededGenerator) -> URL {
    URL(filePath: "/\(random.below(3))", directoryHint: .notDirectory)
  }
  package var form: ComposedForm { .leaf(absoluteString) }
}

extension Decimal: Composed {
  package static func make(_ random: inout SeededGenerator) -> Decimal {
    Decimal(random.below(4)) / 4
  }
  package var form: ComposedForm { .leaf("\(self)") }
}

extension Range<Int>: Composed {
  package static func make(_ random: inout SeededGenerator) -> Range<Int> { 0..<random.below(3) }
  package var form: ComposedForm { .leaf("\(self)") }
}

extension ClosedRange<Double>: Composed {
  package static func make(_ random: inout SeededGenerator) -> ClosedRange<Double> {
    0...Double(random.below(3))
  }
  package var form: ComposedForm { .leaf("\(self)") }
}

package enum ComposedSuit: String, CaseIterable, Composed {
  case hearts, spades

  package static func make(_ random: inout SeededGenerator) -> ComposedSuit {
    allCases[random.below(2)]
  }
  package var form: ComposedForm { .leaf(rawValue) }
}

/// Encodes itself as null, now and then.
package struct ComposedMaybe: Composed {
  var value: Int?

  package init(value: Int?) { self.value = value }
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    value = container.decodeNil() ? nil : try container.decode(Int.self)
  }
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let value { try container.encode(value) } else { try container.encodeNil() }
  }
  package static func make(_ random: inout SeededGenerator) -> ComposedMaybe {
    ComposedMaybe(value: random.below(2) == 0 ? nil : random.below(3))
  }
  package var form: ComposedForm { value.form }
}
