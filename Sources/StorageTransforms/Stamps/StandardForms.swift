/// The forms of this package, so that a stamp can be told that no transform at hand wrote.
enum StandardForms {
  /// The name of a stamp's form: that of a chain of up to three standard steps, else its code.
  static func name(_ code: UInt32) -> String {
    known[code].map { "“\($0)”" } ?? "an unknown form (\(String(code, radix: 16)))"
  }

  /// The chains by their codes; of two with one code the shorter one. Made once, since bytes from elsewhere can ask for
  /// names again and again.
  private static let known: [UInt32: TransformForm] = {
    var known: [UInt32: TransformForm] = [:]
    var chains = steps.map { TransformForm($0) }
    for _ in 0..<3 {
      for form in chains where known[TransformStamp(form).code] == nil {
        known[TransformStamp(form).code] = form
      }
      chains = chains.flatMap { chain in steps.map { chain.then(TransformForm($0)) } }
    }
    return known
  }()

  private static let steps = [
    "archive", "archive.canonical", "json", "plist", "zlib", "sealed", "base64", "hex", "utf8",
    "url",
  ]
}
