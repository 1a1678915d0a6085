#if SQLite
  internal import GRDB
  internal import Synchronization

  /// The layouts that were read last, for all connections of a back end. What a transaction has not committed never comes here:
  /// another one might commit other tables under the same revision.
  final class LayoutCache: Sendable {
    private let known = Mutex<LayoutCatalogue?>(nil)

    /// The layouts of a committed revision. O(1) if they are those of the call before.
    func catalogue(_ revision: Int64, _ database: Database) throws -> LayoutCatalogue {
      if let known = known.withLock({ $0 }), known.revision == revision { return known }
      let made = LayoutCatalogue(revision: revision, try MetaTables.layouts(database))
      known.withLock { $0 = made }
      return made
    }
  }
#endif
