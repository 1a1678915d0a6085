/// An encoder of an archive, inside of whose values transforms may write further archives.
package protocol NestingEncoder {
  /// The cost of reading those, to be added to.
  var furtherCosts: FurtherCosts { get }
}

extension ValueEncoder: NestingEncoder {
  var furtherCosts: FurtherCosts { session.furtherCosts }
}

extension DirectEncoder: NestingEncoder {}
