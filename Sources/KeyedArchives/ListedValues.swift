internal import Synchronization

/// A note that values went through lists of values: the tape while encoding, cells while decoding.
///
/// Tests and measurements of the ways that values take set the note to false before. Values that go straight to or from
/// bytes leave it as it is.
package enum ListedValues {
  private static let seen = Atomic(false)

  package static var wereSeen: Bool {
    get { seen.load(ordering: .relaxed) }
    set { seen.store(newValue, ordering: .relaxed) }
  }
}
