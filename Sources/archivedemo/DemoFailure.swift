/// Why the demonstration ends early: a sentence for the user and an exit code of sysexits.h.
struct DemoFailure: Error {
  enum Code: Int32 {
    case usage = 64
    case noInput = 66
    case software = 70
    case cannotCreate = 73
  }

  let code: Code
  let sentence: String

  init(_ code: Code, _ sentence: String) {
    self.code = code
    self.sentence = sentence
  }
}
