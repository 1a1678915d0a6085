internal import CThreadStack

/// Lets go of objects one after the other on each thread: back references make chains that no limit of depth
/// bounds, and releasing one from its beginning would recurse to its end.
enum ReleaseQueue {
  private final class Queue {
    var objects: [AnyObject] = []
  }

  /// Lets go of an object that nobody else holds, now or when the release that is going on gets to it.
  static func release<Object: AnyObject>(_ object: inout Object?) {
    guard let last = object else { return }
    object = nil
    let place = unsafe cthreadstack_release_queue()
    if let queue = unsafe place?.pointee {
      unsafe Unmanaged<Queue>.fromOpaque(queue).takeUnretainedValue().objects.append(last)
      return
    }
    let queue = Queue()
    unsafe place?.pointee = unsafe Unmanaged.passUnretained(queue).toOpaque()
    queue.objects.append(consume last)
    while !queue.objects.isEmpty { _ = queue.objects.removeLast() }
    unsafe place?.pointee = nil
  }
}
