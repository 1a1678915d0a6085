import Foundation
import StorageTransforms
import Testing

/// What back ends hold as it is.
@Suite struct StoredFormTests {
  private func check<Value: StoredForm & Equatable>(_ value: Value, _ stored: StoredValue) throws {
    #expect(try value.storedValue() == stored)
    #expect(try Value(storedValue: stored) == value)
  }

  @Test func `values of every type come back`() throws {
    try check(5, .integer(5))
    try check(Int8.min, .integer(-128))
    try check(UInt64(Int64.max), .integer(.max))
    try check(true, .integer(1))
    try check(0.1, .real(0.1))
    try check(Float(0.1), .real(Double(Float(0.1))))
    try check("é", .text("é"))
    try check(Data([0, 1]), .blob(Data([0, 1])))
    try check(Int?.none, .null)
    try check(Int?(3), .integer(3))
    try check(StoredValue.text("x"), .text("x"))
    #expect(try Float(storedValue: .real(.nan)).isNaN)
  }

  @Test func `what does not fit is an error`() throws {
    func fails(_ code: TransformError.Code, _ body: () throws -> Void) {
      let error = #expect(throws: TransformError.self, performing: body)
      #expect(error?.code == code)
    }
    fails(.notStorable) { _ = try UInt64.max.storedValue() }
    fails(.unreadable) { _ = try Int8(storedValue: .integer(128)) }
    fails(.unreadable) { _ = try UInt(storedValue: .integer(-1)) }
    fails(.unreadable) { _ = try Bool(storedValue: .integer(2)) }
    fails(.unreadable) { _ = try Float(storedValue: .real(0.1)) }
    fails(.typeMismatch) { _ = try Int(storedValue: .real(1)) }
    fails(.typeMismatch) { _ = try Double(storedValue: .integer(1)) }
    fails(.typeMismatch) { _ = try String(storedValue: .null) }
    fails(.typeMismatch) { _ = try Data(storedValue: .text("")) }
    fails(.notStorable) { _ = try StoredValue?.some(.null).storedValue() }
    let error = #expect(throws: TransformError.self) { try Int?(storedValue: .text("5")) }
    #expect(
      error?.description
        == "typeMismatch: Int is stored as integer, and this is text")
  }

  @Test func `equality is that of what is stored`() {
    #expect(StoredValue.text("é") != .text("e\u{301}"))
    #expect(StoredValue.real(.nan) == .real(.nan))
    #expect(StoredValue.real(0) != .real(-0.0))
    #expect(StoredValue.integer(1) != .real(1))
    #expect(Set([StoredValue.text("é"), .text("e\u{301}"), .text("é")]).count == 2)
    #expect(Set([StoredValue.real(.nan), .real(.nan), .null, .blob(Data())]).count == 3)
  }
}
