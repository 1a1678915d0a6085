internal import KeyedArchives

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A form that code with `Codable` has: which containers it asks for, with which keys, in which order.
package struct CodingForm: Sendable {
  /// The record of eight leaves that a form is compared with.
  package enum Plain: String, Sendable, CaseIterable {
    case mixed, integers, doubles, texts

    /// The name of the form of that record.
    package var formName: String { "plain record, \(rawValue)" }
  }

  package let name: String
  package let plain: Plain
  private let make: @Sendable (_ count: Int) -> FormSubject

  /// The subject with `count` values of the form.
  package func subject(count: Int) -> FormSubject { make(count) }

  /// A form whose values are elements of an array, which is archived as an unnamed root.
  ///
  /// - Parameters:
  ///   - isJSON: A Boolean value indicating whether JSON can carry the form.
  ///   - archiver: The function that makes an archiver. The form calls it for each encoding, as a caller with one value
  ///     would.
  init<Value: FormValue>(
    _ name: String, _ type: Value.Type, plain: Plain = .mixed, isJSON: Bool = true,
    archiver: @escaping @Sendable () -> KeyedArchiver = { KeyedArchiver() },
    unarchiver: @escaping @Sendable () -> KeyedUnarchiver = { KeyedUnarchiver() }
  ) {
    self.init(
      name, written: type, read: type, plain: plain, isJSON: isJSON,
      encode: { try archiver().encode($0) as Data },
      decode: { try unarchiver().decode([Value].self, from: $0) })
  }

  /// A form that is written as one type and read as another.
  init<Written: FormValue, Read: FormValue>(
    _ name: String, written: Written.Type, read: Read.Type, plain: Plain = .mixed,
    isJSON: Bool = true
  ) {
    self.init(
      name, written: written, read: read, plain: plain, isJSON: isJSON,
      encode: { try KeyedArchiver().encode($0) as Data },
      decode: { try KeyedUnarchiver().decode([Read].self, from: $0) })
  }

  /// A form whose values are archived one by one, each as an archive of its own.
  init<Value: FormValue & FixedLayoutDocument>(
    alone name: String, _ type: Value.Type, plain: Plain = .mixed
  ) {
    (self.name, self.plain) = (name, plain)
    make = { count in
      let values = (0..<count).map { Value(seed: $0) }
      return FormSubject(
        values, values,
        archive: FormCoder(
          values, values, encode: { try $0.map { try KeyedArchiver().encode($0) as Data } },
          decode: { try $0.map { try KeyedUnarchiver().decode(Value.self, from: $0) } }),
        json: FormCoder(
          values, values, encode: { try $0.map { try JSONEncoder().encode($0) } },
          decode: { try $0.map { try JSONDecoder().decode(Value.self, from: $0) } }),
        loop: .loop(alone: values))
    }
  }

  /// A form with calls of its own.
  init<Written: FormValue, Read: FormValue, Bytes>(
    _ name: String, written: Written.Type, read: Read.Type, plain: Plain = .mixed,
    isJSON: Bool = true, encode: @escaping @Sendable ([Written]) throws -> Bytes,
    decode: @escaping @Sendable (Bytes) throws -> [Read]
  ) {
    (self.name, self.plain) = (name, plain)
    make = { count in
      let written = (0..<count).map { Written(seed: $0) }
      let expected = (0..<count).map { Read(seed: $0) }
      return FormSubject(
        written, expected, archive: FormCoder(written, expected, encode: encode, decode: decode),
        json: isJSON ? .json(written, expected) : nil, loop: .loop(written, expected))
    }
  }
}
