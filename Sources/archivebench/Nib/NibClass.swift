/// A class of the objects of a made nib: its superclasses, the fields of its objects, and how often it is met.
///
/// The proportions are those of a nib of a Mac application with 411 objects: for each object 8 fields, of which 3.7 are references, 2.8
/// integers, 1.2 truth values, 0.3 reals; a string for three of four objects, and an integer as well.
struct NibClass {
  /// The kind of value in a field.
  enum Field {
    /// A reference to any object of the nib.
    case object
    /// A reference to an object before this one, which is met again.
    case shared
    /// A reference to a string of its own.
    case text
    /// A reference to nil.
    case none
    case integer, flags, truth, real, data
    /// An array of references.
    case list
  }

  var name: String
  var superclasses: [String]
  /// The number of objects of this class among 100.
  var share: Int
  var fields: [(key: String, field: Field)]

  private static let view = ["NSView", "NSResponder", "NSObject"]

  /// The fields that all views have.
  private static let viewFields: [(key: String, field: Field)] = [
    ("NSNextResponder", .shared), ("NSvFlags", .flags), ("NSSubviews", .object),
    ("NSFrame", .text), ("NSSuperview", .shared), ("NSNextKeyView", .object),
    ("NSViewWantsBestResolutionOpenGLSurface", .truth), ("IBNSSafeAreaLayoutGuide", .none),
    ("IBNSLayoutMarginsGuide", .none), ("IBNSClipsToBounds", .integer),
  ]

  /// All classes. Their shares are 100.
  static let all: [NibClass] = [
    NibClass(
      name: "NSLayoutConstraint", superclasses: ["NSObject"], share: 26,
      fields: [
        ("NSFirstItem", .shared), ("NSFirstAttribute", .integer), ("NSFirstAttributeV2", .integer),
        ("NSSecondItem", .object), ("NSSecondAttribute", .integer),
        ("NSSecondAttributeV2", .integer), ("NSConstant", .real), ("NSConstantV2", .real),
        ("NSShouldBeArchived", .truth),
      ]),
    NibClass(
      name: "NSMutableArray", superclasses: ["NSArray", "NSObject"], share: 10,
      fields: [("NS.objects", .list)]),
    NibClass(
      name: "NSNibBindingConnector", superclasses: ["NSNibConnector", "NSObject"], share: 6,
      fields: [
        ("NSSource", .shared), ("NSDestination", .object), ("NSLabel", .text),
        ("NSBinding", .text), ("NSKeyPath", .text), ("NSNibBindingConnectorVersion", .integer),
        ("NSOptions", .object),
      ]),
    NibClass(
      name: "NSNibControlConnector", superclasses: ["NSNibConnector", "NSObject"], share: 10,
      fields: [
        ("NSSource", .shared), ("NSDestination", .shared), ("NSLabel", .text),
        ("NSChildControllerCreationSelectorName", .none),
      ]),
    NibClass(
      name: "NSTextFieldCell", superclasses: ["NSActionCell", "NSCell", "NSObject"], share: 8,
      fields: [
        ("NSCellFlags", .flags), ("NSCellFlags2", .flags), ("NSControlSize2", .integer),
        ("NSContents", .text), ("NSSupport", .shared), ("NSControlView", .shared),
        ("NSCharacterPickerEnabled", .truth), ("NSBackgroundColor", .shared),
        ("NSTextColor", .shared),
      ]),
    NibClass(
      name: "NSButtonCell", superclasses: ["NSActionCell", "NSCell", "NSObject"], share: 5,
      fields: [
        ("NSCellFlags", .flags), ("NSCellFlags2", .flags), ("NSControlSize2", .integer),
        ("NSContents", .text), ("NSSupport", .shared), ("NSControlView", .shared),
        ("NSButtonFlags", .flags), ("NSButtonFlags2", .flags), ("NSBezelStyle2", .integer),
        ("NSAlternateContents", .none), ("NSKeyEquivalent", .shared),
        ("NSPeriodicDelay", .integer), ("NSPeriodicInterval", .integer),
        ("NSAuxButtonType", .integer),
      ]),
    NibClass(
      name: "NSTextField", superclasses: ["NSControl"] + view, share: 8,
      fields: viewFields + [
        ("NSEnabled", .truth), ("NSCell", .shared), ("NSAllowsLogicalLayoutDirection", .truth),
        ("NSControlSize", .integer), ("NSControlContinuous", .truth),
        ("NSControlRefusesFirstResponder", .truth), ("NSControlUsesSingleLineMode", .truth),
        ("NSControlTextAlignment", .integer), ("NSControlLineBreakMode", .integer),
        ("NSControlWritingDirection", .integer), ("NSControlSendActionMask", .integer),
        ("NSTextFieldAlignmentRectInsetsVersion", .integer), ("NSAntiCompressionPriority", .shared),
        ("NSHuggingPriority", .shared),
      ]),
    NibClass(name: "NSView", superclasses: Array(view.dropFirst()), share: 5, fields: viewFields),
    NibClass(
      name: "NSMenuItem", superclasses: ["NSObject"], share: 7,
      fields: [
        ("NSMenu", .shared), ("NSAllowsKeyEquivalentLocalization", .truth),
        ("NSAllowsKeyEquivalentMirroring", .truth), ("NSTitle", .text), ("NSKeyEquiv", .shared),
        ("NSKeyEquivModMask", .flags), ("NSMnemonicLoc", .flags), ("NSOnImage", .shared),
        ("NSMixedImage", .shared), ("NSTag", .integer),
      ]),
    NibClass(
      name: "NSColor", superclasses: ["NSObject"], share: 5,
      fields: [
        ("NSColorSpace", .integer), ("NSCatalogName", .shared), ("NSColorName", .text),
        ("NSColor", .shared), ("NSRGB", .data),
      ]),
    NibClass(
      name: "NSFont", superclasses: ["NSObject"], share: 4,
      fields: [("NSName", .shared), ("NSSize", .real), ("NSfFlags", .integer)]),
    NibClass(
      name: "NSAttributedString", superclasses: ["NSObject"], share: 3,
      fields: [("NSString", .text)]),
    NibClass(
      name: "NSMutableDictionary", superclasses: ["NSDictionary", "NSObject"], share: 3,
      fields: [("NS.keys", .list), ("NS.objects", .list)]),
  ]
}
