/// What a back end did that breaks a rule.
struct ConformanceFailure: Error {
  let message: String

  init(_ message: String) { self.message = message }
}
