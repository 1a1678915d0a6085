#if Macros
  /// Makes a struct, an enum or a final class `Codable`, and archives it by straight-line code where that
  /// can stand in for containers.
  ///
  /// ```swift
  /// @Archivable
  /// struct Account {
  ///   var id: Int64
  ///   @ArchiveKey("mail") var address: String
  ///   var attempts = 0                      // archives without the key give 0
  ///   @ArchiveIgnored var isOpen = false
  /// }
  /// ```
  ///
  /// Stored properties are archived under their names, in order; computed, static and lazy ones
  /// are not. As the compiler has it, a constant with an initial value is encoded and not decoded. A `CodingKeys` enumeration of the type's own is used as
  /// it stands. The archive is the one that the type's `encode(to:)` makes, byte for byte, and so
  /// either form reads the other's. A missing key gives the initial value of its property; an optional
  /// one is nil. A class that is not final, that has a superclass, or whose first protocol may be
  /// taken for one, has ``Archivable(superclass:)``.
  ///
  /// The macro writes `encode(to:)` and `init(from:)` unless the declaration has them. A protocol, an extension of an enumeration, or an overload of
  /// `encode(_:forKey:)` may bring another coding. The first value of each type is encoded twice, to find that out. Such a type is archived by its own
  /// coding.
  @attached(
    member, names: named(CodingKeys), named(ArchivedSelf), named(ArchivedFields),
    named(init(from:)), named(encode(to:)), named(init(from:at:)),
    named(archivedClass), named(describeFields(_:)), named(writeFields(to:at:)),
    named(readObject(from:at:)), named(init(from:inOrderOf:)), named(readObject(from:inOrderOf:)),
    named(ArchiveInitialValues), named(describeCases(_:)),
    named(writeCase(to:at:)), named(init(from:case:at:)), named(confirmedKeys))
  @attached(
    extension,
    conformances: Codable, ArchivableValue, ArchivableRecord, ArchivableLeaf, ArchivableCases,
    ArchivableObject,
    names: named(describeFields(_:)), named(writeFields(to:at:)), named(init(from:at:)),
    named(init(from:inOrderOf:)), named(init(from:)), named(encode(to:)), named(confirmedKeys),
    named(confirmedValues))
  public macro Archivable() = #externalMacro(module: "ArchivableMacros", type: "ArchivableMacro")

  /// Makes a class `Codable` that has a superclass or can have subclasses.
  ///
  /// A class without a superclass is archived by straight-line code, and so are its subclasses that say
  /// it (that is the other form of this macro); below a superclass that is just `Codable` they go through
  /// containers. Its own properties are archived as those of other types, and those of its superclass as the value
  /// of the key `super`, as `container.superEncoder()` has it. The coding stands in the body, so that
  /// subclasses can override it.
  ///
  /// - Parameter superclass: The superclass, which is `Codable` itself; nil if there is none.
  @attached(
    member, names: named(CodingKeys), named(ArchivedSelf), named(ArchivedFields),
    named(init(from:)), named(encode(to:)), named(init(from:at:)),
    named(archivedClass), named(describeFields(_:)), named(writeFields(to:at:)),
    named(readObject(from:at:)), named(init(from:inOrderOf:)), named(readObject(from:inOrderOf:)),
    named(confirmedKeys))
  @attached(extension, conformances: Codable, ArchivableObject)
  public macro Archivable(superclass: AnyClass?) =
    #externalMacro(module: "ArchivableMacros", type: "ArchivableMacro")

  /// Makes a class `Codable` whose superclass is archived by straight-line code: so is the class.
  ///
  /// - Parameter superclass: The superclass, which is ``Archivable(superclass:)`` itself. The compiler does
  ///   not know type parameters of the class there: one with `Superclass<Value>` is written by hand.
  @attached(
    member, names: named(CodingKeys), named(ArchivedSelf), named(ArchivedFields),
    named(init(from:)), named(encode(to:)), named(init(from:at:)),
    named(archivedClass), named(describeFields(_:)), named(writeFields(to:at:)),
    named(readObject(from:at:)), named(init(from:inOrderOf:)), named(readObject(from:inOrderOf:)),
    named(confirmedKeys))
  public macro Archivable<Superclass: ArchivableObject>(superclass: Superclass.Type) =
    #externalMacro(module: "ArchivableMacros", type: "ArchivableSubclassMacro")

  /// The key under which `@Archivable` archives a property, in place of its name.
  @attached(peer)
  public macro ArchiveKey(_ key: StaticString) =
    #externalMacro(module: "ArchivableMacros", type: "FieldMarkerMacro")

  /// Leaves a property out of archives; after decoding it has its initial value.
  @attached(peer)
  public macro ArchiveIgnored() =
    #externalMacro(module: "ArchivableMacros", type: "FieldMarkerMacro")
#endif
