#if Macros
  internal import SwiftSyntax

  extension ArchivableType {
    /// The attribute of the functions that write and read a value: none for a record of leaves, since archives have long rows of these.
    ///
    /// The code of a record with other records inside is not inlined. Inlined level by level, 16 structs inside of each other took 53 s
    /// to compile with optimization, and 6 s otherwise.
    var inlining: String {
      let isFlat =
        fields.allSatisfy(\.isLeaf) && cases.allSatisfy { $0.values.allSatisfy(\.isLeaf) }
      return isFlat ? "" : "@inline(never) "
    }
  }

  extension ArchivableField {
    /// True if the property is known to hold a leaf, false if only the compiler knows the type.
    fileprivate var isLeaf: Bool {
      if isWrapped { return false }
      if let type { return type.trimmedDescription.isLeaf }
      guard let initialValue else { return false }
      return [
        .booleanLiteralExpr, .floatLiteralExpr, .integerLiteralExpr, .stringLiteralExpr,
      ].contains(initialValue.kind)
    }
  }

  extension ArchivableCase.Value {
    /// True if the type, which is written as `(Int).self`, is one of a leaf.
    fileprivate var isLeaf: Bool { String(type.dropFirst().dropLast(").self".count)).isLeaf }
  }

  extension String {
    /// True if the text names a type that is one value in an archive, or its optional.
    fileprivate var isLeaf: Bool {
      let name = hasSuffix("?") ? String(dropLast()) : self
      return leafTypes.contains(name)
    }
  }

  private let leafTypes: Set = [
    "Bool", "Data", "Date", "Decimal", "Double", "Float", "Int", "Int8", "Int16", "Int32", "Int64",
    "Int128", "String", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "UInt128", "URL", "UUID",
  ]
#endif
