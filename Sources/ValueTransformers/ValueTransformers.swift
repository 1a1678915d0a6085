/// Foundation's family of value transformers, where Foundation lacks it, and a wrapper that makes one of any
/// ``StorageTransform``.
///
/// On Linux this module has `ValueTransformer`, `NSValueTransformerName` and `NSSecureUnarchiveFromDataTransformer`, under
/// Foundation's names and with Foundation's meaning, so that classes which subclass them compile. On Apple platforms those
/// of Foundation are used. Transformers are looked up among those that were registered, and nowhere else.
@_exported public import StorageTransforms
