/// A transform that may store bytes which need no stamp: archives tell by themselves what they are, stamped bytes have
/// one, and bytes that are stored as they are have no form.
protocol FormTelling {
  /// Whether the bytes need no stamp.
  var tellsForm: Bool { get }
}

extension ArchiveTransform: FormTelling {
  var tellsForm: Bool { true }
}

extension StampedTransform: FormTelling {
  var tellsForm: Bool { true }
}

extension IdentityTransform: FormTelling {
  var tellsForm: Bool { true }
}

extension OptionalTransform: FormTelling {
  var tellsForm: Bool { (base as? any FormTelling)?.tellsForm ?? false }
}
