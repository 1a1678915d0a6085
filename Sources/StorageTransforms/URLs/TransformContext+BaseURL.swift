#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The base that stored URLs are relative to.
enum BaseURLKey: TransformContextKey {
  typealias Value = URL
}

extension TransformContext {
  /// The folder, or the prefix of a server, that ``RelativeURLTransform`` stores URLs relative to.
  public var baseURL: URL? {
    get { self[BaseURLKey.self] }
    set { self[BaseURLKey.self] = newValue }
  }
}
