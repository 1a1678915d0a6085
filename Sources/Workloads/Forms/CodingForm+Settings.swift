internal import KeyedArchives

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The plain record, and the class of the same leaves, with settings and calls that other code uses.
extension CodingForm {
  static let settings = [
    CodingForm(
      "type observer, struct", PlainRecord.self,
      unarchiver: { with { $0.typeObserver = { _ in } } }),
    CodingForm(
      "type observer, class", KeyedObjects.EnumInOrder.self,
      unarchiver: { with { $0.typeObserver = { _ in } } }),
    CodingForm(
      "path on the allow-list", KeyedObjects.EnumInOrder.self,
      unarchiver: {
        with {
          $0.allowedTypes.allow(KeyedObjects.EnumReordered.self, under: ArchivePath([.key("x")]))
        }
      }),
    CodingForm(
      "hooks on a type that occurs", PlainRecord.self, archiver: { storing(PlainRecord.self) },
      unarchiver: {
        with {
          $0.hooks.restore(PlainRecord.self, from: KeyedRecords.EnumInOrder.self) {
            PlainRecord(content: $0.content)
          }
        }
      }),
    CodingForm(
      "hooks on a type that does not occur", PlainRecord.self,
      archiver: { storing(PathRecord.self) },
      unarchiver: {
        with {
          $0.hooks.restore(PathRecord.self, from: KeyedRecords.EnumInOrder.self) {
            PathRecord(content: $0.content)
          }
        }
      }),
    CodingForm(
      "decode(at:)", written: PlainRecord.self, read: PlainRecord.self,
      encode: { try KeyedArchiver().encode(PlainLibrary(name: "library", records: $0)) as Data },
      decode: { try KeyedUnarchiver().decode([PlainRecord].self, at: "records", from: $0) }),
    CodingForm(
      "encodeRoots and roots(of:)", written: PlainRecord.self, read: PlainRecord.self,
      encode: { records in
        try KeyedArchiver().encodeRoots { try $0.encode(records, named: "records") }
      },
      decode: {
        try KeyedUnarchiver().roots(of: $0).decode([PlainRecord].self, named: "records")
      }),
  ]

  /// Values alone, and streams.
  static let aloneAndStreams = [
    CodingForm(alone: "alone: plain record", PlainRecord.self),
    CodingForm(
      alone: "alone: four optionals, one record in 64 with a null", OptionalRecords.RarelyNull.self),
    CodingForm(alone: "alone: text", String.self, plain: .texts),
    stream("stream: plain record", PlainRecord.self),
    stream("stream: four optionals, one record in 64 with a null", OptionalRecords.RarelyNull.self),
  ]

  private static func stream<Value: FormValue>(_ name: String, _ type: Value.Type) -> CodingForm {
    CodingForm(
      name, written: type, read: type, isJSON: false,
      encode: { values in
        var bytes = Data()
        let writer = ArchiveStreamWriter<Value>(to: ArchiveOutput { bytes += $0 })
        try writer.append(contentsOf: values)
        try writer.finish()
        return bytes
      },
      decode: { data in
        let reader = ArchiveStreamReader<Value>(ArchiveInput(data))
        var values: [Value] = []
        while let value = try reader.next() { values.append(value) }
        return values
      })
  }

  private static func with(_ change: (inout KeyedUnarchiver) -> Void) -> KeyedUnarchiver {
    var unarchiver = KeyedUnarchiver()
    change(&unarchiver)
    return unarchiver
  }

  /// An archiver that stores a record of the product for each value of a type.
  private static func storing<Value: FormElement & SendableMetatype>(_ type: Value.Type)
    -> KeyedArchiver
  where Value.Calls.Content == FormLeaves {
    var archiver = KeyedArchiver()
    archiver.hooks.store(type) { KeyedRecords.EnumInOrder(content: $0.content) }
    return archiver
  }
}
