internal import Synchronization

/// Traces of the instances that objects of a document were decoded as, by the objects' numbers.
///
/// They tell that an object in an untyped value and one that is encoded are the same.
final class ObjectTraces: Sendable {
  private let traces = Mutex<[Int: ObjectTrace]>([:])

  func note(_ number: Int, _ object: AnyObject) {
    let trace = ObjectTrace(object)
    traces.withLock { $0[number] = trace }
  }

  /// The trace of what an object became; nil if it was never decoded.
  func trace(ofObject number: Int) -> ObjectTrace? { traces.withLock { $0[number] } }
}
