/// Foundation's classes whose values are known, mutable ones with their superclasses.
enum FoundationClass {
  case array, set, dictionary, orderedSet, countedSet, date, null, string, data, uuid, url, decimal,
    indexSet, indexPath, attributedString, value, timeZone, locale

  /// The class of a name, compared exactly; nil for others.
  init?(_ name: String) {
    switch name {
    case "NSArray", "NSMutableArray": self = .array
    case "NSSet", "NSMutableSet": self = .set
    case "NSDictionary", "NSMutableDictionary": self = .dictionary
    case "NSOrderedSet", "NSMutableOrderedSet": self = .orderedSet
    case "NSCountedSet": self = .countedSet
    case "NSDate": self = .date
    case "NSNull": self = .null
    case "NSString", "NSMutableString": self = .string
    case "NSData", "NSMutableData": self = .data
    case "NSUUID": self = .uuid
    case "NSURL": self = .url
    case "NSDecimalNumber", "NSDecimalNumberPlaceholder": self = .decimal
    case "NSIndexSet", "NSMutableIndexSet": self = .indexSet
    case "NSIndexPath": self = .indexPath
    case "NSAttributedString", "NSMutableAttributedString", "NSTextStorage",
      "NSConcreteAttributedString", "NSConcreteMutableAttributedString":
      self = .attributedString
    case "NSValue": self = .value
    case "NSTimeZone": self = .timeZone
    case "NSLocale": self = .locale
    default: return nil
    }
  }
}
