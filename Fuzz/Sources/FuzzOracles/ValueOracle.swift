#if SQLite
  internal import ArchiveFormat
  @_spi(Fuzzing) internal import CoreDataStores
  internal import FoundationArchiveFormat
  internal import PropertyListFormat

  /// Reads the content of an input as a value of an attribute.
  ///
  /// The option chooses how SQLite stores the value and what Core Data puts in front of it, the switches the type of the attribute.
  struct ValueOracle {
    private static let kinds: [CoreDataAttribute.Kind] = [
      .transformable, .binary, .uuid, .date, .boolean, .string, .integer64, .double,
    ]
    private static let codes: Set<ArchiveError.Code> = [
      .malformedStore, .limitExceeded, .needsFeature, .malformedPropertyList, .notPropertyList,
      .notAnArchive, .textDamage, .truncated, .malformed, .checksumMismatch, .needsDictionary,
      .wrongDictionary, .referenceOutOfRange, .malformedClass, .unsupportedArchiveVersion,
    ]

    private let kind: CoreDataAttribute.Kind
    private let bytes: [UInt8]
    private let value: CoreDataValue

    init(_ input: FuzzInput) {
      kind = Self.kinds[Int(input.switches & 7)]
      bytes = input.content
      let word = bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      value =
        switch input.option >> 1 & 7 {
        case 0, 1: .data(bytes)
        case 2: .data([1] + bytes)
        case 3: .data([2] + bytes.prefix(36) + [0])
        case 4: .integer(Int64(bitPattern: word))
        case 5: .real(Double(bitPattern: word))
        case 6: .malformedText(bytes)
        default: String(validating: bytes, as: UTF8.self).map { .text($0) } ?? .null
        }
    }

    func check() {
      let content = Self.content(value, kind)
      switch (value, content) {
      case (.data(let data), _): check(content, of: data)
      case (.malformedText, .failure(let error)):
        Oracle.require(error.code == .malformedStore, "text that is none is refused as \(error)")
      case (.null, .success(.null)): break
      case (.text(let text), .success(.text(let other))):
        Oracle.require(text == other, "a text is another")
      case (.integer(let number), .success(.integer(let other))):
        Oracle.require(
          number == other && (kind != .boolean || !(0...1 ~= number)), "an integer is another")
      case (.integer(let number), .success(.boolean(let isTrue))):
        Oracle.require(kind == .boolean && number == (isTrue ? 1 : 0), "a boolean is another")
      case (.integer(let number), .success(.date(let seconds))):
        Oracle.require(
          kind == .date && Int64(exactly: seconds) == number, "a date of an integer is another")
      case (.real(let number), .success(.date(let other))):
        Oracle.require(
          kind == .date && number.bitPattern == other.bitPattern, "a date is another")
      case (.real(let number), .success(.real(let other))):
        Oracle.require(
          kind != .date && number.bitPattern == other.bitPattern, "a number is another")
      default: fatalError("\(value) is read as \(content)")
      }
    }

    private func check(_ content: Result<CoreDataContent, ArchiveError>, of data: [UInt8]) {
      switch content {
      case .failure(let error):
        Oracle.check(error, in: data.count)
        Oracle.require(Self.codes.contains(error.code), "an error of a value is \(error)")
      case .success(let content):
        check(content, of: data)
      }
      // A 1 in front changes no archive. Of two the first one alone is taken off.
      guard data.first != 1 else { return }
      let marked = Self.content(.data([1] + data), .binary)
      switch (Self.content(.data(data), .binary), marked) {
      case (.success(.graph(let one)), .success(.graph(let other))):
        Oracle.require(
          one.list.bytes == other.list.bytes && one.objects.count == other.objects.count,
          "behind a 1 a graph is another")
      case (.success(.propertyList(let one)), .success(.propertyList(let other))):
        Oracle.require(one.bytes == other.bytes, "behind a 1 a list is another")
      case (.success(.archive(let one)), .success(.archive(let other))):
        Oracle.require(one == other, "behind a 1 an archive is another")
      case (.failure(let one), .failure(let other)):
        Oracle.require("\(one)" == "\(other)", "behind a 1 the error is another")
      case (.success(.externalFile), .success(.data)), (.success(.text), .success(.data)),
        (.success(.data), .success(.data)):
        break
      default: fatalError("behind a 1 the content is another")
      }
    }

    private func check(_ content: CoreDataContent, of data: [UInt8]) {
      // The bytes behind the 1 in front of an archive.
      let behindMark = data.first == 1 ? Array(data.dropFirst()) : data
      switch content {
      case .uuid(let uuid):
        Oracle.require(
          kind == .uuid && uuid == data && uuid.count == 16, "a UUID is not its bytes")
      case .externalFile(let name):
        Oracle.require(
          data == [2] + name.utf8 + [0] && name.utf8.count == 36, "a file has another name")
      case .text(let text):
        Oracle.require(
          text.utf8.elementsEqual(data)
            && data.allSatisfy { $0 >= 0x20 && $0 != 0x7F || [9, 10, 13].contains($0) },
          "data is read as another text")
      case .data(let bytes): Oracle.require(bytes == data, "data is read as other data")
      case .archive(let bytes):
        Oracle.require(bytes == data || bytes == behindMark, "an archive has other bytes")
      case .propertyList(let list):
        Oracle.require(list.bytes == data || list.bytes == behindMark, "a list has other bytes")
      case .graph(let graph):
        Oracle.require(
          graph.list.bytes == data || graph.list.bytes == behindMark, "a graph has other bytes")
        Oracle.require(
          graph.objects.count <= ModelOracle.limits.propertyLists.maximumObjectCount,
          "a graph has more objects than the limits allow")
      default: fatalError("data is read as \(content)")
      }
    }

    private static func content(
      _ value: CoreDataValue, _ kind: CoreDataAttribute.Kind
    ) -> Result<CoreDataContent, ArchiveError> {
      Result { () throws(ArchiveError) in
        try CoreDataRow.Field(value, of: kind).content(limits: ModelOracle.limits)
      }
    }
  }
#endif
