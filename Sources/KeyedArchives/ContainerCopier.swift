/// Copies a container whose type it knows from its own: otherwise the run-time would have to look
/// the type up at every call.
final class ContainerCopier<Container> {
  @inline(never)
  func copy(_ container: UnsafeRawPointer) -> Container {
    unsafe container.assumingMemoryBound(to: Container.self).pointee
  }
}
