#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import Synchronization

/// Makes up values of Decodable types, so that an `init(from:)` that is only to show what it reads can go on.
struct ValueMaker: Sendable {
  /// A type of which no value could be made up.
  struct Unmakeable: Error {
    let type: any Any.Type
  }

  /// Which of the values that can be made up: 0 is the first, 1 another one where there are several.
  let variant: Int
  private var depth = 0
  private let budget: Budget
  private static let maximumDepth = 24

  /// How much is made up at the most: some code reads on until it gets no more.
  final class Budget: Sendable {
    private let left = Atomic(20_000)

    /// Whether there is still some.
    func take() -> Bool {
      left.wrappingSubtract(1, ordering: .relaxed).oldValue > 0
    }
  }

  init(variant: Int, _ budget: Budget) {
    self.variant = variant
    self.budget = budget
  }

  /// Whether this is deep inside of values, or much was made up.
  var isExhausted: Bool { depth >= Self.maximumDepth || !budget.take() }

  /// The maker for what is inside of a value.
  var inner: ValueMaker {
    var maker = self
    maker.depth += 1
    return maker
  }

  func make<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard !isExhausted else { throw Unmakeable(type: type) }
    if let values = Self.scalars[ObjectIdentifier(type)], let value = values[variant] as? Value {
      return value
    }
    if let optional = type as? any OptionalValue.Type, let none = optional.none as? Value {
      return none
    }
    if let property = type as? any StoredProperty.Type,
      let value = try property.made(by: inner) as? Value
    {
      return value
    }
    if let iterable = type as? any CaseIterable.Type,
      let value = pick(Self.cases(iterable)) as? Value
    {
      return value
    }
    if let raw = type as? any RawRepresentable.Type, let value = pick(Self.values(raw)) as? Value {
      return value
    }
    do {
      return try Value(from: MakingDecoder(maker: inner))
    } catch let error as Unmakeable {
      throw error
    } catch {
      throw Unmakeable(type: type)
    }
  }

  private func pick(_ values: [Any]) -> Any? {
    values.isEmpty ? nil : values[min(variant, values.count - 1)]
  }

  private static func cases<Iterable: CaseIterable>(_ type: Iterable.Type) -> [Any] {
    type.allCases.prefix(2).map { $0 }
  }

  /// The first values with small integers as their raw values.
  private static func values<Raw: RawRepresentable>(_ type: Raw.Type) -> [Any] {
    guard let integer = Raw.RawValue.self as? any StoredInteger.Type else { return [] }
    return values(type, integer)
  }

  private static func values<Raw: RawRepresentable, Integer: StoredInteger>(
    _ type: Raw.Type, _ integer: Integer.Type
  ) -> [Any] {
    var found: [Any] = []
    for candidate in Array(0...1024) + Array(-128..<0) {
      guard let raw = Integer(exactly: candidate) as? Raw.RawValue else { continue }
      if let value = Raw(rawValue: raw) { found.append(value) }
      if found.count == 2 { break }
    }
    return found
  }

  private static let scalars: [ObjectIdentifier: [any Sendable]] = {
    var scalars: [ObjectIdentifier: [any Sendable]] = [
      ObjectIdentifier(Bool.self): [false, true],
      ObjectIdentifier(String.self): ["", "a"],
      ObjectIdentifier(Float.self): [Float(0), Float(1)],
      ObjectIdentifier(Double.self): [0.0, 1.0],
      ObjectIdentifier(Data.self): [Data(), Data([1])],
      ObjectIdentifier(Date.self): [
        Date(timeIntervalSinceReferenceDate: 0), Date(timeIntervalSinceReferenceDate: 1),
      ],
      ObjectIdentifier(UUID.self): [UUID(), UUID()],
      ObjectIdentifier(URL.self): [URL(filePath: "/"), URL(filePath: "/a")],
      ObjectIdentifier(Decimal.self): [Decimal(0), Decimal(1)],
      ObjectIdentifier(Int128.self): [Int128(0), Int128(1)],
      ObjectIdentifier(UInt128.self): [UInt128(0), UInt128(1)],
    ]
    func add<Integer: FixedWidthInteger & Sendable>(_ type: Integer.Type) {
      scalars[ObjectIdentifier(type)] = [Integer(0), Integer(1)]
    }
    add(Int.self)
    add(Int8.self)
    add(Int16.self)
    add(Int32.self)
    add(Int64.self)
    add(UInt.self)
    add(UInt8.self)
    add(UInt16.self)
    add(UInt32.self)
    add(UInt64.self)
    return scalars
  }()
}
