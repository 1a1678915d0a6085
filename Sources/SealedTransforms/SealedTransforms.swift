/// Encryption of single attributes, by the primitives of swift-crypto. It needs the trait `Encryption`.
///
/// ```swift
/// let keys = try SealingKeys(current: SealingKey(id: "2026", bytes: secret), older: [SealingKey(id: "2025", bytes: last)])
/// let notes = ArchiveTransform<Notes>().then(SealedTransform(keys: keys)).stamped()
/// ```
///
/// A sealed value is bound to its entity, its attribute and its record: it cannot be moved to another place, and stays
/// readable when entity or attribute are renamed, since their ids stay. What is written is described in
/// `Spec/stored-forms.md`, section 5.
@_exported public import StorageTransforms
