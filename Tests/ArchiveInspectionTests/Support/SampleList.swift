import Foundation

/// A property list that a test makes, in both forms.
indirect enum SampleList {
  case bool(Bool)
  case integer(Int)
  case real(Double)
  /// Seconds since 2001, without a fraction.
  case date(Double)
  case string(String)
  case data([UInt8])
  case reference(Int)
  case array([SampleList])
  case dictionary([(String, SampleList)])

  /// A keyed archive of objects that begin with number 1.
  static func archive(
    roots: [(String, SampleList)] = [("root", .reference(1))], _ objects: [SampleList]
  ) -> SampleList {
    .dictionary([
      ("$version", .integer(100_000)), ("$archiver", .string("NSKeyedArchiver")),
      ("$top", .dictionary(roots)), ("$objects", .array([.string("$null")] + objects)),
    ])
  }

  /// An object of a class by the number of its class.
  static func object(_ classNumber: Int, _ fields: [(String, SampleList)] = []) -> SampleList {
    .dictionary(fields + [("$class", .reference(classNumber))])
  }

  /// A class with its superclasses.
  static func named(_ names: String...) -> SampleList {
    .dictionary([
      ("$classname", .string(names[0])), ("$classes", .array(names.map { .string($0) })),
    ])
  }

  /// A text as XML.
  var xml: [UInt8] {
    Array("<?xml version=\"1.0\"?>\n<plist version=\"1.0\">\(element)</plist>".utf8)
  }

  private var element: String {
    switch self {
    case .bool(let value): value ? "<true/>" : "<false/>"
    case .integer(let number): "<integer>\(number)</integer>"
    case .real(let number): "<real>\(number)</real>"
    case .date(let seconds):
      "<date>\(Date(timeIntervalSinceReferenceDate: seconds).ISO8601Format())</date>"
    case .string(let text): "<string>\(Self.escaped(text))</string>"
    case .data(let bytes): "<data>\(Data(bytes).base64EncodedString())</data>"
    case .reference(let number): "<dict><key>CF$UID</key><integer>\(number)</integer></dict>"
    case .array(let elements): "<array>\(elements.map(\.element).joined())</array>"
    case .dictionary(let entries):
      "<dict>\(entries.map { "<key>\(Self.escaped($0.0))</key>\($0.1.element)" }.joined())</dict>"
    }
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
  }

  /// The bytes of the binary form.
  var binary: [UInt8] {
    var writer = BinaryWriter()
    let top = writer.add(self)
    return writer.file(top)
  }

  private struct BinaryWriter {
    var objects: [[UInt8]] = []

    /// Adds a value with those in it and returns its number.
    mutating func add(_ list: SampleList) -> Int {
      let number = objects.count
      objects.append([])
      objects[number] = bytes(of: list)
      return number
    }

    private mutating func bytes(of list: SampleList) -> [UInt8] {
      switch list {
      case .bool(let value): return [value ? 0x09 : 0x08]
      case .integer(let number): return [0x13] + Self.number(UInt64(bitPattern: Int64(number)), 8)
      case .real(let number): return [0x23] + Self.number(number.bitPattern, 8)
      case .date(let seconds): return [0x33] + Self.number(seconds.bitPattern, 8)
      case .string(let text) where text.utf8.allSatisfy { $0 < 0x80 }:
        return Self.marker(0x50, text.utf8.count) + Array(text.utf8)
      case .string(let text):
        return Self.marker(0x60, text.utf16.count)
          + text.utf16.flatMap { Self.number(UInt64($0), 2) }
      case .data(let bytes): return Self.marker(0x40, bytes.count) + bytes
      case .reference(let number): return [0x81] + Self.number(UInt64(number), 2)
      case .array(let elements):
        return Self.marker(0xA0, elements.count) + references(elements.map { add($0) })
      case .dictionary(let entries):
        return Self.marker(0xD0, entries.count) + references(entries.map { add(.string($0.0)) })
          + references(entries.map { add($0.1) })
      }
    }

    private func references(_ numbers: [Int]) -> [UInt8] {
      numbers.flatMap { Self.number(UInt64($0), 4) }
    }

    private static func marker(_ marker: UInt8, _ count: Int) -> [UInt8] {
      count < 15
        ? [marker | UInt8(count)] : [marker | 0x0F, 0x12] + number(UInt64(count), 4)
    }

    private static func number(_ number: UInt64, _ size: Int) -> [UInt8] {
      (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
    }

    func file(_ top: Int) -> [UInt8] {
      var bytes = Array("bplist00".utf8)
      var offsets: [Int] = []
      for object in objects {
        offsets.append(bytes.count)
        bytes += object
      }
      let table = bytes.count
      bytes += offsets.flatMap { Self.number(UInt64($0), 4) }
      return bytes + [0, 0, 0, 0, 0, 0, 4, 4] + Self.number(UInt64(objects.count), 8)
        + Self.number(UInt64(top), 8) + Self.number(UInt64(table), 8)
    }
  }
}
