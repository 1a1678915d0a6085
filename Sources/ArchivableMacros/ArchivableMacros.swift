#if Macros
  internal import SwiftCompilerPlugin
  internal import SwiftSyntaxMacros

  /// The macros of KeyedArchives, run by the compiler in a process of their own.
  ///
  /// A macro sees syntax and no types. So what it emits names no kind of value: it calls functions
  /// that are overloaded for bools, leaves, records and anything else, and the compiler chooses.
  @main
  struct ArchivableMacros: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
      ArchivableMacro.self, ArchivableSubclassMacro.self, FieldMarkerMacro.self,
    ]
  }
#else
  /// Without the trait `Macros` there is nothing to run.
  @main
  struct ArchivableMacros {
    static func main() {}
  }
#endif
