/// A promise about a transaction that has committed (Spec/back-ends.md, rule T3).
public enum StorageDurability: Hashable, Sendable {
  /// The transaction is there after the process was killed. After the power went, a state is there that the store had since the last
  /// ``synced`` transaction.
  case written
  /// The transaction is there after the power went.
  case synced
}
