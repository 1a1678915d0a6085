#if !canImport(ObjectiveC)
  #if canImport(FoundationEssentials)
    internal import FoundationEssentials
  #else
    internal import Foundation
  #endif

  /// Turns archives into the objects in them, if these are of classes that a subclass names, and back: what Foundation has
  /// under this name elsewhere.
  ///
  /// The archives are keyed archives of this package, and classes have to be Codable. A class on the list does not admit
  /// its subclasses, in either direction. Where Foundation throws an exception,
  /// this gives nil and reports why: ``TransformerErrors``.
  ///
  /// Archives that Apple's `NSKeyedArchiver` wrote are told by their first bytes and read too, if they hold the plain values of Foundation: see
  /// ``allowedTopLevelClasses``. ``init(writing:)`` says which of the two are written.
  open class NSSecureUnarchiveFromDataTransformer: ValueTransformer {
    /// The archives that a transformer writes.
    public enum Archives: Sendable {
      /// Keyed archives of this package.
      case keyedArchives
      /// Those that Apple's `NSKeyedUnarchiver` reads. They hold plain values alone.
      case foundation
    }

    private let writes: Archives

    /// A transformer.
    ///
    /// - Parameter writes: The archives that it writes; it reads both.
    public init(writing writes: Archives) {
      self.writes = writes
      super.init()
    }

    /// A transformer that writes keyed archives of this package.
    public override convenience init() { self.init(writing: .keyedArchives) }

    /// The classes of the outermost object that are allowed.
    ///
    /// Where a subclass says nothing, it is ``ValueTransformer/transformedValueClass()``; where it says nothing of that
    /// either, the values are those of Foundation's own list: arrays, dictionaries with text as keys, sets of values that are no
    /// collections, text, numbers, dates, data, URLs and UUIDs, as Swift values.
    open class var allowedTopLevelClasses: [AnyClass] {
      let declared: AnyClass = transformedValueClass()
      return declared == ValueTransformer.self ? [] : [declared]
    }

    /// The object in an archive, which is `Data`; nil for nil, and for what is reported.
    open override func transformedValue(_ value: Any?) -> Any? {
      guard let value else { return nil }
      return reporting {
        guard let data = value as? Data else {
          throw TransformError(
            .typeMismatch, "\(Self.self) turns data into objects, and this is a \(type(of: value))")
        }
        let classes = try Self.decodableClasses()
        if PlainValue.isFoundationArchive(data) {
          guard classes.isEmpty else {
            throw TransformError(
              .unreadable,
              "\(Self.self) allows classes of the program, and of archives of NSKeyedArchiver plain values alone are read"
            )
          }
          return try PlainValue(foundationArchive: data).value
        }
        if classes.isEmpty {
          return try KeyedUnarchiver().decode(PlainValue.self, from: data).value
        }
        var refusal: (any Error)?
        for allowed in classes {
          do {
            return try Self.decode(allowed, data)
          } catch let error as ArchiveError where error.code == .typeNotAllowed {
            refusal = refusal ?? error
          }
        }
        throw refusal ?? TransformError(.unreadable, "no class is allowed")
      }
    }

    /// The archive of an object; nil for nil, and for what is reported.
    open override func reverseTransformedValue(_ value: Any?) -> Any? {
      guard let value else { return nil }
      return reporting {
        if try Self.decodableClasses().isEmpty {
          let plain = try PlainValue(value)
          return writes == .foundation
            ? try plain.foundationArchive() : try KeyedArchiver().encode(plain) as Data
        }
        guard writes == .keyedArchives else {
          throw TransformError(
            .notStorable,
            "\(Self.self) allows classes of the program, and archives for NSKeyedUnarchiver hold plain values alone"
          )
        }
        let isAllowed = Self.allowedTopLevelClasses.contains { $0 == type(of: value) as? AnyClass }
        guard isAllowed, let object = value as? any Encodable else {
          throw TransformError(
            .typeMismatch, "\(Self.self) does not allow objects of class \(type(of: value))")
        }
        return try KeyedArchiver().encode(object) as Data
      }
    }

    private static func decode<Object: Decodable>(_ type: Object.Type, _ data: Data) throws -> Any {
      try KeyedUnarchiver().decode(type, from: data)
    }

    /// The allowed classes; none for Foundation's list.
    private static func decodableClasses() throws(TransformError) -> [any Decodable.Type] {
      var types: [any Decodable.Type] = []
      for allowed in allowedTopLevelClasses {
        guard let type = allowed as? any Decodable.Type else {
          throw TransformError(
            .typeMismatch, "\(Self.self) allows the class \(allowed), which is not Codable")
        }
        types.append(type)
      }
      return types
    }

    private func reporting(_ body: () throws -> Any?) -> Any? {
      do {
        return try body()
      } catch {
        TransformerErrors.report(TransformError(error, .unreadable))
        return nil
      }
    }
  }
#endif
