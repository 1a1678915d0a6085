internal import KeyedArchives

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Forms of everyday code that are none of the product.
extension CodingForm {
  /// All forms, the plain records first.
  package static let all = plain + product + values + classes + aloneAndStreams + settings + changes

  /// The records that the others are compared with.
  private static let plain = [
    CodingForm(Plain.mixed.formName, PlainRecords.Mixed.self),
    CodingForm(Plain.integers.formName, PlainRecords.Integers.self, plain: .integers),
    CodingForm(Plain.doubles.formName, PlainRecords.Doubles.self, plain: .doubles),
    CodingForm(Plain.texts.formName, PlainRecords.Texts.self, plain: .texts),
  ]

  private static let values = [
    CodingForm("optional as null", OptionalRecords.Null.self),
    CodingForm("optional as null, one in 64", OptionalRecords.RarelyNull.self),
    CodingForm("optional by encodeIfPresent", OptionalRecords.Absent.self),
    CodingForm("two numbers, unkeyed", UnkeyedPairs.Points.self, plain: .doubles),
    CodingForm("Range<Int>", UnkeyedPairs.Ranges.self, plain: .integers),
    CodingForm("Array<Int>", UnkeyedPairs.Arrays.self, plain: .integers),
    CodingForm("[Double?], the first without a gap", UnkeyedPairs.Gaps.self, plain: .doubles),
    CodingForm("ContiguousArray<Int>", UnkeyedPairs.ContiguousArrays.self, plain: .integers),
    CodingForm("Set<Int>", UnkeyedPairs.Sets.self, plain: .integers),
    CodingForm("[RawEnum: Int]", DictionaryPairs.Suits.self),
    CodingForm("[RawEnum: Int], keys as text", DictionaryPairs.TextSuits.self),
    CodingForm("[UUID: Struct]", DictionaryPairs.RecordsByUUID.self),
    CodingForm("[Int: Struct]", DictionaryPairs.RecordsByInt.self),
    CodingForm("[String: Struct]", DictionaryPairs.RecordsByText.self),
    CodingForm("Decimal", FoundationPairs.Decimals.self, plain: .doubles),
    CodingForm("URL", FoundationPairs.URLs.self, plain: .texts),
    CodingForm("UUID", FoundationPairs.UUIDs.self, plain: .doubles),
    CodingForm("Date", FoundationPairs.Dates.self, plain: .doubles),
    CodingForm("Data", FoundationPairs.Blobs.self, plain: .texts),
    CodingForm("keys that are data", DynamicKeys.self),
    CodingForm("type tag, then a switch", TaggedShape.self),
    CodingForm("Int or String by try?", NumbersOrTexts.self),
    CodingForm("indirect enum", Formula.self),
    CodingForm("enum with [String: Self]", Document.self),
    CodingForm("codingPath looked at", PathRecord.self),
  ]

  private static let classes = [
    CodingForm(
      "existential of two types", ShapeHolder.self, isJSON: false,
      unarchiver: { KeyedUnarchiver(allowedTypes: ShapeHolder.types) }),
    CodingForm("weak references to parents", FamilyMembers.Weak.self, isJSON: false),
    CodingForm("back references to parents", FamilyMembers.Back.self, isJSON: false),
    CodingForm("conditional references to parents", FamilyMembers.Conditional.self, isJSON: false),
    CodingForm("weak reference in an unkeyed container", UnkeyedReference.self, isJSON: false),
    CodingForm(
      "tree of a class, tips of a subclass", BranchTree.self, isJSON: false,
      unarchiver: { KeyedUnarchiver(allowedTypes: BranchTree.types) }),
    CodingForm("5 classes, one record", LevelHolders.Lowest.self),
    CodingForm(
      "5 classes, one record, field of the first", LevelHolders.Highest.self, isJSON: false,
      unarchiver: { KeyedUnarchiver(allowedTypes: LevelHolders.Highest.types) }),
    CodingForm(
      "5 classes, one object in 64 of the last", LevelHolders.Rare.self, isJSON: false,
      unarchiver: { KeyedUnarchiver(allowedTypes: LevelHolders.Highest.types) }),
    CodingForm("5 classes, superEncoder()", LevelHolders.SuperLowest.self),
    CodingForm(
      "5 classes, superEncoder(), field of the first", LevelHolders.SuperHighest.self,
      isJSON: false,
      unarchiver: { KeyedUnarchiver(allowedTypes: LevelHolders.SuperHighest.types) }),
  ]

  private static let changes = [
    CodingForm(
      "one field more in the archive", written: ChangedRecords.Longer.self, read: PlainRecord.self),
    CodingForm(
      "one field fewer in the archive", written: PlainRecord.self, read: ChangedRecords.Noted.self),
    CodingForm(
      "one field fewer, .default", written: PlainRecord.self, read: ChangedRecords.Defaulted.self,
      isJSON: false),
    CodingForm(
      "fields in another order", written: ChangedRecords.Swapped.self, read: PlainRecord.self),
    CodingForm("generated, struct", GeneratedRecord.self),
    CodingForm("generated, class", GeneratedObject.self),
    CodingForm(
      "generated, one field more in the archive", written: ChangedRecords.Longer.self,
      read: GeneratedRecord.self),
    CodingForm(
      "generated, one field fewer in the archive", written: PlainRecord.self,
      read: GeneratedNotedRecord.self),
    CodingForm(
      "generated, fields in another order", written: ChangedRecords.Swapped.self,
      read: GeneratedRecord.self),
  ]
}
