#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A date as a UNIX time stamp: a whole number of units since 1970-01-01T00:00:00Z, without leap seconds (POSIX.1, section 4.16).
///
/// A date between two units is refused, unless the transform rounds.
public struct UnixTimeTransform: ContextFreeTransform {
  /// A unit of time.
  public enum Unit: String, Sendable, CaseIterable {
    /// Seconds, as `time_t` has them.
    case seconds
    /// Milliseconds, as JavaScript and Java have them.
    case milliseconds
    /// Microseconds.
    case microseconds

    var perSecond: Double {
      switch self {
      case .seconds: 1
      case .milliseconds: 1_000
      case .microseconds: 1_000_000
      }
    }
  }

  /// The unit of the stored numbers.
  public let unit: Unit
  /// True if dates between two units are stored as the nearest one.
  public let isRounded: Bool

  /// Creates a transform to a unit.
  ///
  /// - Parameters:
  ///   - unit: The unit of the stored numbers.
  ///   - isRounded: Whether dates between two units are stored as the nearest one, in place of an error.
  public init(_ unit: Unit = .seconds, isRounded: Bool = false) {
    self.unit = unit
    self.isRounded = isRounded
  }

  /// “unix.seconds”, “unix.milliseconds” or “unix.microseconds”.
  public var form: TransformForm { TransformForm("unix.\(unit.rawValue)") }

  /// Order: later dates have greater numbers. A transform that rounds stores dates of one unit alike, which keeps their order.
  public var keeps: KeptRelation { .order }

  /// - Throws: ``TransformError/Code/notStorable`` for a date between two units, unless the transform rounds, and for one so far away that dates
  ///   cannot tell its units apart.
  public func store(_ value: Date) throws -> Int64 {
    guard let stored = count(of: value), count(of: date(stored)) == stored else {
      throw TransformError(.notStorable, "dates so far away do not tell \(unit.rawValue) apart")
    }
    if !isRounded, date(stored) != value {
      throw TransformError(
        .notStorable,
        "the date is between two \(unit.rawValue); UnixTimeTransform(.\(unit), isRounded: true) stores the nearest one"
      )
    }
    return stored
  }

  /// - Throws: ``TransformError/Code/unreadable`` for a number that is not stored for any date.
  public func restore(_ stored: Int64) throws -> Date {
    let date = date(stored)
    guard count(of: date) == stored else {
      throw TransformError(
        .unreadable, "dates so far away do not tell \(unit.rawValue) apart")
    }
    return date
  }

  private func date(_ count: Int64) -> Date {
    Date(timeIntervalSince1970: Double(count) / unit.perSecond)
  }

  /// The nearest number of units; nil beyond 2^53 of them.
  private func count(of date: Date) -> Int64? {
    let count = (date.timeIntervalSince1970 * unit.perSecond).rounded()
    return count.magnitude <= 0x1p53 ? Int64(count) : nil
  }
}
