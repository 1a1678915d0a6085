internal import RecordStorage
internal import StorageTransforms

extension ValuePoint {
  /// Integers: the edges of each type, and what stands behind them.
  static let integers: [ValuePoint] = [
    edges(.int8, -128, 127), edges(.int16, -32_768, 32_767),
    edges(.int32, -2_147_483_648, 2_147_483_647), edges(.uint8, 0, 255), edges(.uint16, 0, 65_535),
    edges(.uint32, 0, 4_294_967_295), edges(.boolean, 0, 1), unsigned, int64,
  ].flatMap { $0 }

  private static let unsigned: [ValuePoint] = [
    ValuePoint("uint64: zero", .uint64, .integer(0)),
    ValuePoint("uint64: greatest", .uint64, .integer(.max)),
    ValuePoint("uint64: below", .uint64, .integer(-1), .refused(.notStorable)),
    ValuePoint("int64: null", .int64, .null),
  ]

  private static let int64: [ValuePoint] = {
    let values: [(String, Int64)] = [
      ("zero", 0), ("one", 1), ("minus one", -1), ("least", .min), ("greatest", .max),
      ("next to the least", .min + 1), ("2^31", 2_147_483_648),
      ("2^53 + 1", 9_007_199_254_740_993), ("−2^53 − 1", -9_007_199_254_740_993),
      ("2^62 + 1", 4_611_686_018_427_387_905),
    ]
    return values.map { ValuePoint("int64: \($0.0)", .int64, .integer($0.1)) }
  }()

  private static func edges(_ type: StoredType, _ least: Int64, _ greatest: Int64) -> [ValuePoint] {
    [
      ValuePoint("\(type): least", type, .integer(least)),
      ValuePoint("\(type): greatest", type, .integer(greatest)),
      ValuePoint("\(type): below", type, .integer(least - 1), .refused(.notStorable)),
      ValuePoint("\(type): above", type, .integer(greatest + 1), .refused(.notStorable)),
    ]
  }

  /// Reals.
  static let reals: [ValuePoint] =
    doubles + [
      ValuePoint("double: minus zero", .double, .real(-0.0), .stored(.real(0))),
      ValuePoint("double: NaN", .double, .real(.nan), .refused(.notStorable)),
      ValuePoint("double: signalling NaN", .double, .real(.signalingNaN), .refused(.notStorable)),
      ValuePoint("double: negative NaN", .double, .real(-.nan), .refused(.notStorable)),
      ValuePoint("double: null", .double, .null),
      ValuePoint("float: a tenth", .float, .real(Double(Float(0.1)))),
      ValuePoint("float: greatest", .float, .real(Double(Float.greatestFiniteMagnitude))),
      ValuePoint("float: smallest", .float, .real(Double(Float.leastNonzeroMagnitude))),
      ValuePoint("float: infinity", .float, .real(.infinity)),
      ValuePoint("float: minus zero", .float, .real(-0.0), .stored(.real(0))),
      ValuePoint("float: NaN", .float, .real(.nan), .refused(.notStorable)),
      ValuePoint("float: a tenth of 53 bits", .float, .real(0.1), .refused(.notStorable)),
      ValuePoint("float: beyond the greatest", .float, .real(1e39), .refused(.notStorable)),
      ValuePoint("date: a millisecond", .date, .real(788_918_400.001)),
      ValuePoint("date: before 2001", .date, .real(-1e10)),
      ValuePoint("date: infinity", .date, .real(.infinity)),
      ValuePoint("date: NaN", .date, .real(.nan), .refused(.notStorable)),
      ValuePoint("date: null", .date, .null),
    ]

  private static let doubles: [ValuePoint] = {
    let values: [(String, Double)] = [
      ("zero", 0), ("one", 1), ("a tenth", 0.1), ("minus a third", -1.0 / 3),
      ("next to one", 1.0.nextUp), ("pi", .pi), ("infinity", .infinity),
      ("minus infinity", -.infinity), ("greatest", .greatestFiniteMagnitude),
      ("least", -.greatestFiniteMagnitude), ("smallest", .leastNonzeroMagnitude),
      ("smallest normal", .leastNormalMagnitude), ("2^53", 9_007_199_254_740_992),
      ("2^63", 9_223_372_036_854_775_808), ("−2^63", -9_223_372_036_854_775_808),
      ("seventeen digits", 1.797_693_134_862_315_7e-10), ("1e22", 1e22), ("1e23", 1e23),
    ]
    return values.map { ValuePoint("double: \($0.0)", .double, .real($0.1)) }
  }()

  /// Values of another kind than their attribute.
  static let mismatches: [ValuePoint] = {
    let values: [StoredValue] = [
      .integer(1), .real(1), .text("1"), .bytes(0x31), .text(""), .bytes(),
    ]
    let types: [StoredType] = [.boolean, .int64, .double, .date, .text, .uuid, .blob]
    return types.flatMap { type in
      values.filter { $0.kind != type.kind }.map { value in
        ValuePoint(
          "\(type): mismatch \(value.kind.rawValue) \(Shown.text(value))", type, value,
          .refused(.typeMismatch))
      }
    }
  }()
}
