/// A decoder of an archive, inside of whose values transforms may open further archives.
package protocol NestingDecoder {
  /// The budget of those; nil if they have no bound.
  var sharedBudget: SharedBudget? { get }
}

extension ValueDecoder: NestingDecoder {
  var sharedBudget: SharedBudget? { session.ledger.sharedBudget }
}

extension DirectDecoder: NestingDecoder {
  var sharedBudget: SharedBudget? {
    if let keptPiece { return keptPiece.reader.ledger.sharedBudget }
    return level.pointee.state.pointee.engine.sharedBudget
  }
}
