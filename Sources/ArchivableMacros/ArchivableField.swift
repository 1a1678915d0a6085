#if Macros
  internal import SwiftSyntax

  /// A stored property that is archived.
  struct ArchivableField {
    /// As it is written, backticks included.
    let name: String
    /// The property to read and write: the name, or that of the wrapper's storage.
    let storage: String
    /// Without backticks.
    let plainName: String
    let key: String
    /// True for a constant with a value: the compiler has it encoded and not decoded.
    let isConstant: Bool
    /// What a reader takes if the key is missing.
    let initialValue: ExprSyntax?
    /// The type, if it is written.
    let type: TypeSyntax?
    /// True if the type is written as an optional.
    let isOptional: Bool

    /// True if a property wrapper holds the value.
    var isWrapped: Bool { storage != name }
  }
#endif
