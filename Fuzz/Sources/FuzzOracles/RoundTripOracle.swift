internal import ArchiveCompression
internal import ArchiveFormat
internal import ArchiveInspection
internal import KeyedArchives

/// Makes a value out of bytes, archives it in the layout that the option chooses, and reads it: the archive of what is read is
/// the same.
public enum RoundTripOracle {
  /// Archives a value that the content of an input says.
  public static func run(_ bytes: [UInt8]) {
    let input = FuzzInput(bytes)
    var maker = SampleMaker(input.content)
    switch input.switches & 7 {
    case 0: check(maker.sample(), input) { $0 == $1 || $0.hasNaN }
    case 1: check(maker.samples(), input) { left, right in left.count == right.count }
    case 2: check(maker.graph(), input) { $0.nodes.count == $1.nodes.count }
    case 3: check(maker.collections(), input, isOrdered: false) { $0 == $1 }
    case 4: checkStream(maker.samples(), input)
    case 5: checkDictionary(maker.samples())
    default: check(maker.value(), input)
    }
  }

  private static func layout(_ input: FuzzInput) -> ArchiveLayout {
    let framings: [ArchiveLayout.Framing] = [.automatic, .singlePart, .multiPart, .automatic]
    return ArchiveLayout(
      framing: framings[Int(input.option & 3)],
      packing: input.option & 4 == 0 ? .none : .zlib(level: Int(input.option >> 3) % 10))
  }

  private static func check<Value: Codable>(
    _ value: Value, _ input: FuzzInput, isOrdered: Bool = true, hasMaps: Bool = false,
    areEqual: (Value, Value) -> Bool
  ) {
    let layout = layout(input)
    let archiver = KeyedArchiver(compression: layout.packing, framing: layout.framing)
    do {
      let archive: [UInt8] = try archiver.encode(value)
      let unarchiver = KeyedUnarchiver(allowedTypes: [SampleLeaf.self])
      let decoded = try unarchiver.decode(Value.self, from: archive)
      Oracle.require(areEqual(value, decoded), "another value was decoded than was encoded")
      let again: [UInt8] = try archiver.encode(decoded)
      Oracle.require(!isOrdered || again == archive, "the archive of what is read is another")
      let findings = ArchiveVerification(
        of: archive, requiresCanonicalForm: isOrdered && !hasMaps && layout.packing == .none
      ).findings
      Oracle.require(findings.isEmpty, "what was archived is wrong: \(findings)")
      let plain: [UInt8] = try KeyedArchiver().encode(value)
      let dump = try ArchiveInspector(plain).roots.first.map { ArchiveInspector.dump($0.value) }
      let found = try ArchiveInspector(archive).roots.first.map { ArchiveInspector.dump($0.value) }
      Oracle.require(!isOrdered || dump == found, "two layouts hold two values")
    } catch {
      fatalError("a value does not go to and fro: \(error)")
    }
  }

  /// What a value is, without its absent fields: a record that lacks a field which its shape has comes back with it, as absent.
  private static func dump(_ value: ArchivedValue) -> String {
    var text = String(decoding: ArchiveInspector.dump(value), as: UTF8.self)
    for key in SampleMaker.keys {
      let field = "[\"\(key)\",{\"absent\":null}]"
      for form in [",\(field)", "\(field),", field] { text = text.replacing(form, with: "") }
    }
    return text
  }

  private static func check(_ value: ArchivedValue, _ input: FuzzInput) {
    do {
      let archive = try value.archived(as: layout(input))
      guard let root = try ArchiveInspector(archive).roots.first else {
        fatalError("what was archived has no root")
      }
      let (read, made) = (dump(root.value), dump(value))
      Oracle.require(read == made, "\(read) is read, and \(made) was archived")
      Oracle.require(
        try root.value.archived(as: layout(input)) == archive,
        "the archive of what is read is another")
      check(root.value, input, hasMaps: true) { _, _ in true }
    } catch {
      fatalError("a value does not go to and fro: \(error)")
    }
  }

  private static func checkStream(_ samples: [Sample], _ input: FuzzInput) {
    do {
      var bytes: [UInt8] = []
      let archiver = KeyedArchiver(compression: layout(input).packing)
      let writer = ArchiveStreamWriter<Sample>(archiver, to: ArchiveOutput { bytes += $0 })
      for (position, sample) in samples.enumerated() {
        try writer.append(sample)
        if input.option >> (position % 8) & 1 == 1 { try writer.flush() }
      }
      try writer.finish()
      var rest = bytes[...]
      let reader = ArchiveStreamReader<Sample>(
        ArchiveInput { count in
          defer { rest = rest.dropFirst(count) }
          return Array(rest.prefix(count))
        })
      var read: [Sample] = []
      while let sample = try reader.next() { read.append(sample) }
      let (expected, found): ([UInt8], [UInt8]) = try (
        KeyedArchiver().encode(samples), KeyedArchiver().encode(read)
      )
      Oracle.require(expected == found, "a stream has other values than went into it")
    } catch {
      fatalError("a stream does not go to and fro: \(error)")
    }
  }

  private static func checkDictionary(_ samples: [Sample]) {
    do {
      var dictionary = ShapeDictionary()
      var records: [[UInt8]] = []
      for sample in samples {
        let encoding = try KeyedArchiver().encode(sample, against: dictionary)
        dictionary = try dictionary.adding(encoding.additions)
        records.append(encoding.bytes)
      }
      for (sample, record) in zip(samples, records) {
        let decoded = try KeyedUnarchiver().decode(
          Sample.self, from: record, dictionary: dictionary)
        let (expected, found): ([UInt8], [UInt8]) = try (
          KeyedArchiver().encode(sample), KeyedArchiver().encode(decoded)
        )
        Oracle.require(expected == found, "a record of a dictionary is another value")
      }
    } catch {
      fatalError("a record does not go to and fro: \(error)")
    }
  }
}
