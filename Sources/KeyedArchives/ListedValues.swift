internal import Synchronization

/// Whether values went through lists of values: the tape while encoding, cells while decoding.
///
/// Tests and measurements of the ways that values take set it to false before. Nothing is noted where values go straight to or from bytes.
package enum ListedValues {
  private static let seen = Atomic(false)

  package static var wereSeen: Bool {
    get { seen.load(ordering: .relaxed) }
    set { seen.store(newValue, ordering: .relaxed) }
  }
}
