import KeyedArchives
import TestTraits
import Testing

/// The three ways to read an archive: by generated code, by containers straight from its bytes, and by
/// containers from cells.
struct ThreeWays<Value: Codable> {
  let generated: Result<Value, any Error>
  let general: Result<Value, any Error>
  let cells: Result<Value, any Error>

  init(
    _ type: Value.Type, _ bytes: [UInt8], limits: ArchiveLimits = .untrusted,
    verifiesChecksums: Bool = true
  ) {
    func outcome(_ unarchiver: KeyedUnarchiver) -> Result<Value, any Error> {
      var unarchiver = unarchiver
      if limits != .untrusted { unarchiver.limits = limits }
      if !verifiesChecksums { unarchiver.verifiesChecksums = false }
      return Result { try unarchiver.decode(type, from: bytes) }
    }
    generated = outcome(KeyedUnarchiver())
    general = outcome(KeyedUnarchiver(usesGeneratedCode: false))
    var throughCells = KeyedUnarchiver()
    throughCells.usesCells = true
    cells = outcome(throughCells)
  }

  var isAccepted: Bool { (try? generated.get()) != nil }

  /// The difference between the ways; nil if there is none, or if the ways are not compared.
  ///
  /// The two ways without generated code may name different places of one failure; generated code
  /// names that of the first.
  var difference: String? {
    if let difference = differenceFromContainers { return "containers: \(difference)" }
    guard Differential.isWanted else { return nil }
    if case (.failure, .failure) = (generated, cells) { return nil }
    return Self.difference(generated, cells).map { "cells: \($0)" }
  }

  /// What differs from reading by containers straight from the bytes.
  var differenceFromContainers: String? {
    Differential.isWantedHere() ? Self.difference(generated, general) : nil
  }

  private static func difference(
    _ left: Result<Value, any Error>, _ right: Result<Value, any Error>
  ) -> String? {
    switch (left, right) {
    case (.success(let left), .success(let right)):
      return isSame(left, right) ? nil : "\(left) against \(right)"
    case (.failure(let left), .failure(let right)): return difference(left, right)
    default: return "\(left) against \(right)"
    }
  }

  private static func difference(_ left: any Error, _ right: any Error) -> String? {
    if let left = left as? ArchiveError, let right = right as? ArchiveError {
      let isSame =
        left.code == right.code && left.byteOffset == right.byteOffset && left.path == right.path
      return isSame ? nil : "\(left) against \(right)"
    }
    return "\(left)" == "\(right)" ? nil : "\(left) against \(right)"
  }

  private static func isSame(_ left: Value, _ right: Value) -> Bool {
    func bytes(_ value: Value) -> [UInt8]? {
      var archiver = KeyedArchiver()
      archiver.usesGeneratedCode = false
      return try? archiver.encode(value)
    }
    return bytes(left) == bytes(right) || canonicalText(left) == canonicalText(right)
  }

  /// The three ways read a value, and the same.
  func expectSame(
    _ name: @autoclosure () -> String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard let difference else { return }
    Issue.record("\(name()) \(difference)", sourceLocation: sourceLocation)
  }
}

/// A value in words: every bit of its numbers, and what has no order sorted.
func canonicalText(_ value: Any) -> String {
  switch value {
  case let value as Float: return "f\(value.bitPattern)"
  case let value as Double: return "d\(value.bitPattern)"
  case let value as String: return "\(Array(value.utf8))"
  case let value as any FixedWidthInteger: return "\(value)"
  default: break
  }
  let mirror = Mirror(reflecting: value)
  let children = mirror.children.map { "\($0.label ?? ""):\(canonicalText($0.value))" }
  guard !children.isEmpty else { return "\(value)" }
  let isSorted = mirror.displayStyle == .set || mirror.displayStyle == .dictionary
  return "(\((isSorted ? children.sorted() : children).joined(separator: " ")))"
}
