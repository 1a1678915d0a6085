/// The forms of this package, so that a stamp can be told that no transform at hand wrote.
enum StandardForms {
  /// The name of a stamp's form: that of a chain of up to three standard steps, else its code.
  static func name(_ code: UInt32) -> String {
    var chains = steps.map { TransformForm($0) }
    for _ in 0..<3 {
      if let form = chains.first(where: { TransformStamp($0).code == code }) { return "“\(form)”" }
      chains = chains.flatMap { chain in steps.map { chain.then(TransformForm($0)) } }
    }
    return "an unknown form (\(String(code, radix: 16)))"
  }

  private static let steps = [
    "archive", "json", "plist", "zlib", "sealed", "base64", "hex", "utf8", "url",
  ]
}
