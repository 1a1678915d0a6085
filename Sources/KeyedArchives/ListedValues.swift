internal import Synchronization

/// A note that values went through lists of values: the tape while encoding, cells while decoding.
///
/// The note is one for the whole process, so only one thread of a process can ask which way its values take: `forget()`, code, and then look at
/// `wereSeen`. Values that go straight to or from bytes leave the note as it is.
package enum ListedValues {
  private static let seen = Atomic(false)

  package static var wereSeen: Bool { seen.load(ordering: .relaxed) }

  /// Notes a value. Threads that find the note only read it, and so do not wait for each other.
  static func note() {
    if !seen.load(ordering: .relaxed) { seen.store(true, ordering: .relaxed) }
  }

  package static func forget() { seen.store(false, ordering: .relaxed) }
}
