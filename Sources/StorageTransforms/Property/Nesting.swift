internal import KeyedArchives

/// The budget of the archives inside of an archive, and the cost of those that are written.
struct Nesting: Sendable {
  var budget: SharedBudget?
  var costs: FurtherCosts?
  // `nonisolated(unsafe)`: a property with `Stored` sets the coder, and the transform that it calls is the only reader, in the same call.
  /// The decoder or encoder of the value, which tells the others. That takes time, and few transforms ask.
  fileprivate nonisolated(unsafe) var coder: AnyObject?
}

extension TransformContext {
  /// Notes the decoder or encoder that a value stands in, for as long as the value is coded.
  mutating func note(_ coder: AnyObject?) { unsafe nesting.coder = coder }

  /// The shares of the archives inside of the one that the value stands in; nothing if the value stands in no archive.
  var surroundings: Nesting {
    var nesting = nesting
    if let decoder = unsafe nesting.coder as? any NestingDecoder {
      nesting.budget = decoder.sharedBudget
    }
    if let encoder = unsafe nesting.coder as? any NestingEncoder {
      nesting.costs = encoder.furtherCosts
    }
    return nesting
  }

  /// The context as other coders find it, which outlives the decoder or encoder of the archive.
  var forCoders: TransformContext {
    var context = self
    context.nesting = surroundings
    context.note(nil)
    return context
  }
}
