/// Some number of values of a form, with the coders that are compared on them.
package struct FormSubject {
  package let leafCount: Int
  /// The number of values with code of their own that one call encodes, and the number that one call decodes.
  package let valueCounts: (encode: Int, decode: Int)
  /// This package's coder.
  package let archive: FormCoder
  /// Foundation's coders for JSON; nil if they cannot carry the form.
  package let json: FormCoder?
  /// The loop written by hand, which makes the same calls of Foundation and allocates the same.
  package let loop: FormCoder

  init<Written: FormValue, Read: FormValue>(
    _ written: [Written], _ expected: [Read], archive: FormCoder, json: FormCoder?,
    loop: FormCoder
  ) {
    leafCount = written.reduce(0) { $0 + $1.leafCount }
    valueCounts = (
      written.reduce(0) { $0 + $1.valueCount }, expected.reduce(0) { $0 + $1.valueCount }
    )
    (self.archive, self.json, self.loop) = (archive, json, loop)
  }
}
