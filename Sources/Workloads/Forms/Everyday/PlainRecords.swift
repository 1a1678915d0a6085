/// Records of eight leaves whose coding the compiler writes: forms are compared with them.
enum PlainRecords {
  struct Mixed: FormValue, Equatable {
    var number: Int
    var text: String
    var ratio: Double
    var isOn: Bool
    var otherNumber: Int
    var otherText: String
    var otherRatio: Double
    var otherIsOn: Bool

    init(seed: Int) { self.init(FormLeaves(seed)) }

    private init(_ leaves: FormLeaves) {
      let (first, second) = (leaves.first, leaves.second)
      (number, text, ratio, isOn) = (first.number, first.text, first.ratio, first.isOn)
      (otherNumber, otherText) = (second.number, second.text)
      (otherRatio, otherIsOn) = (second.ratio, second.isOn)
    }

    func write(to writer: inout FixedLayoutWriter) {
      number.write(to: &writer)
      text.write(to: &writer)
      ratio.write(to: &writer)
      isOn.write(to: &writer)
      otherNumber.write(to: &writer)
      otherText.write(to: &writer)
      otherRatio.write(to: &writer)
      otherIsOn.write(to: &writer)
    }

    init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
      self.init(try reader.value() as FormLeaves)
    }
  }

  struct Integers: FormValue, Equatable {
    var a, b, c, d, e, f, g, h: Int

    init(seed: Int) {
      (a, b, c, d) = (seed, seed * 3 + 1, seed * 5 + 2, seed * 7 + 3)
      (e, f, g, h) = (seed * 11 + 4, seed * 13 + 5, seed * 17 + 6, seed * 19 + 7)
    }

    func write(to writer: inout FixedLayoutWriter) {
      a.write(to: &writer)
      b.write(to: &writer)
      c.write(to: &writer)
      d.write(to: &writer)
      e.write(to: &writer)
      f.write(to: &writer)
      g.write(to: &writer)
      h.write(to: &writer)
    }

    init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
      a = try reader.value()
      b = try reader.value()
      c = try reader.value()
      d = try reader.value()
      e = try reader.value()
      f = try reader.value()
      g = try reader.value()
      h = try reader.value()
    }
  }

  struct Doubles: FormValue, Equatable {
    var a, b, c, d, e, f, g, h: Double

    init(seed: Int) {
      let ratio = Double(seed) + 0.25
      (a, b, c, d) = (ratio, ratio + 1, ratio + 2, ratio + 3)
      (e, f, g, h) = (ratio + 4, ratio + 5, ratio + 6, ratio + 7)
    }

    func write(to writer: inout FixedLayoutWriter) {
      a.write(to: &writer)
      b.write(to: &writer)
      c.write(to: &writer)
      d.write(to: &writer)
      e.write(to: &writer)
      f.write(to: &writer)
      g.write(to: &writer)
      h.write(to: &writer)
    }

    init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
      a = try reader.value()
      b = try reader.value()
      c = try reader.value()
      d = try reader.value()
      e = try reader.value()
      f = try reader.value()
      g = try reader.value()
      h = try reader.value()
    }
  }

  /// Texts of more than 15 bytes, which are memory of their own.
  struct Texts: FormValue, Equatable {
    var a, b, c, d, e, f, g, h: String

    init(seed: Int) {
      func text(_ number: Int) -> String { "a text of some length, \(seed * 8 + number)" }
      (a, b, c, d) = (text(0), text(1), text(2), text(3))
      (e, f, g, h) = (text(4), text(5), text(6), text(7))
    }

    func write(to writer: inout FixedLayoutWriter) {
      a.write(to: &writer)
      b.write(to: &writer)
      c.write(to: &writer)
      d.write(to: &writer)
      e.write(to: &writer)
      f.write(to: &writer)
      g.write(to: &writer)
      h.write(to: &writer)
    }

    init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
      a = try reader.value()
      b = try reader.value()
      c = try reader.value()
      d = try reader.value()
      e = try reader.value()
      f = try reader.value()
      g = try reader.value()
      h = try reader.value()
    }
  }
}

extension PlainRecords.Mixed {
  var valueCount: Int { 0 }
}

extension PlainRecords.Integers {
  var valueCount: Int { 0 }
}

extension PlainRecords.Doubles {
  var valueCount: Int { 0 }
}

extension PlainRecords.Texts {
  var valueCount: Int { 0 }
}
