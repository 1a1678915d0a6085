import ReferenceCoder

@testable import KeyedArchives

extension ReferenceNames {
  /// The names and versions that types give themselves by the protocols of this package.
  static let declared = ReferenceNames(
    own: { type in
      type is any ArchiveNamed.Type ? KeyedArchiver.archiveName(of: type) : nil
    },
    version: { TypeName.of($0).version },
    namedSuperclass: { TypeName.of($0).namedSuperclass(of: $0) })
}
