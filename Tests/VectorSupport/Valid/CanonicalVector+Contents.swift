extension CanonicalVector {
  /// Containers, shapes, objects and edges, each spelled out.
  static let contents = [
    CanonicalVector("empty-array", "01 16 00 01", "an array of nothing"),
    CanonicalVector("empty-set", "01 17 00 01", "a set of nothing"),
    CanonicalVector("empty-map", "01 18 00 00 01", "a map of nothing"),
    CanonicalVector("empty-record", "03 03 01 C0", "a record without fields or type"),
    CanonicalVector("array-of-null", "01 16 1F 00 05 00", "one null"),
    CanonicalVector("array-of-nulls", "01 16 1F 00 25 00 00", "nine nulls"),
    CanonicalVector("array-of-bools", "01 16 03 21 A5", "eight bools in a byte"),
    CanonicalVector("array-of-9-bools", "01 16 03 25 A5 01", "nine bools in two bytes"),
    CanonicalVector("nullable-bools", "01 16 1F 03 0D 05 02", "false, null, true"),
    CanonicalVector("array-of-empty-arrays", "01 16 16 00 09 01 01", "two empty arrays"),
    CanonicalVector(
      "array-of-arrays", "01 16 16 05 0D 05 03 01 09 05 07", "three arrays, one of them empty"),
    CanonicalVector("nullable-arrays", "01 16 1F 16 05 09 02 05 03", "null, and an array"),
    CanonicalVector(
      "array-of-nullable-arrays", "01 16 16 1F 05 09 09 01 03 05 01 05",
      "two arrays of ints and nulls"),
    CanonicalVector("array-of-sets", "01 16 17 05 05 05 03", "a set in an array"),
    CanonicalVector("array-of-maps", "01 16 18 0F 05 05 09 03 61 03", "a map in an array"),
    CanonicalVector("array-of-any", "01 16 01 0D 45 81 61 02", "an int, a string, null"),
    CanonicalVector("int-keys", "01 18 05 0F 11 03 01 03 61 03 62", "keys that are ints, −1 and 0"),
    CanonicalVector("string-keys-in-order", "01 18 0F 05 11 03 61 03 62 03 05", "two keys"),
    CanonicalVector("null-as-key", "01 18 1F 05 05 11 02 15 05 09", "null and 5 as keys"),
    CanonicalVector("nested-map", "01 18 0F 18 0F 05 09 03 61 09 03 62 05", "a map in a map"),
    CanonicalVector(
      "kinds-8-deep", "01 16 16 16 16 16 16 16 05 05 05 05 05 05 05 05 03", "the deepest kind"),
    CanonicalVector(
      "record-of-an-optional", "03 03 03 45 05 61 C0 01 03", "an optional field that is there"),
    CanonicalVector(
      "record-of-an-absent-field", "03 03 03 40 05 61 C0 00",
      "an optional field that is not there: its kind is undetermined"),
    CanonicalVector("record-of-a-null", "03 03 03 80 05 61 C0 00", "a field that is null"),
    CanonicalVector(
      "record-of-bools", "03 03 05 03 05 61 03 05 62 C0 02",
      "false and true in one byte of state bits"),
    CanonicalVector(
      "record-of-9-bools",
      "03 03 13 03 05 61 03 05 62 03 05 63 03 05 64 03 05 65 03 05 66 03 05 67 03 05 68 03 05 69 C0 FF 01",
      "two bytes of state bits"),
    CanonicalVector("record-with-an-empty-key", "03 03 03 05 01 C0 03", "a key of no bytes"),
    CanonicalVector(
      "record-with-a-long-key",
      "03 03 03 05 02 04 " + String(repeating: "6B ", count: 128) + "C0 03", "a key of 128 bytes"),
    CanonicalVector(
      "keys-that-differ-in-form", "03 03 05 05 09 C3 A9 05 0D 65 CC 81 C0 03 05",
      "é composed and decomposed are two keys"),
    CanonicalVector(
      "records-of-one-shape", "03 03 03 05 05 61 16 15 01 0D 03 05 07", "three records"),
    CanonicalVector(
      "records-of-no-fields", "03 03 01 16 15 01 0D", "three records that take no bytes"),
    CanonicalVector(
      "record-in-a-record", "05 03 03 05 05 61 03 03 15 01 05 62 C1 03", "a record in a field"),
    CanonicalVector("typed-record", "05 11 54 0B 03 05 05 61 C0 03", "a record with a type"),
    CanonicalVector(
      "type-with-a-long-name",
      "05 02 80 " + String(repeating: "41 ", count: 1_024) + "0B 03 05 05 61 C0 03",
      "a type name of 1,024 bytes"),
    CanonicalVector("generic-type", "07 11 49 19 09 42 03 01 13 03 05 05 61 C0 03", "B of I"),
    CanonicalVector("type-with-a-version", "05 19 05 54 05 0B 03 05 05 61 C0 03", "version 2 of T"),
    CanonicalVector(
      "object", "05 19 03 41 0B 01 19 15 01 01", "an instance of a class without fields"),
    CanonicalVector(
      "object-twice", "05 19 03 41 0B 01 16 19 15 01 09 01 07", "one instance twice in an array"),
    CanonicalVector(
      "two-objects", "05 19 03 41 0B 01 16 19 15 01 09 01 01", "two instances in an array"),
    CanonicalVector(
      "object-in-an-object", "05 19 03 41 0B 03 59 15 01 05 61 19 15 01 01 01 01 00",
      "a list of two"),
    CanonicalVector(
      "strong-edge", "05 19 03 4E 0B 01 1B 01 19 15 01 05 01 C0",
      "a back reference whose target stands in the tail"),
    CanonicalVector(
      "conditional-edge-to-nobody", "01 1C 01",
      "a conditional reference to an object that nobody stores"),
    CanonicalVector(
      "extension-of-a-string", "03 39 21 65 2E 65 1D 09 01 82 61 62",
      "an extension whose base value is a string"),
    CanonicalVector(
      "extension-of-an-array", "03 39 21 65 2E 65 1D 0B 01 16 05 05 03",
      "an extension whose base value is an array"),
    CanonicalVector(
      "extension-with-an-argument", "03 39 21 65 2E 65 1D 09 01 45 81 61",
      "an extension of an int, with a string as its argument"),
    CanonicalVector(
      "extensions-in-each-other",
      "05 39 21 65 2E 65 39 21 66 2E 66 1D 15 01 1D 07 03 45 46 1D 05 01 47",
      "an extension whose base value and argument are extensions"),
    CanonicalVector(
      "extension-with-the-longest-name",
      "03 B2 1F 21 65 2E " + String(repeating: "61 ", count: 251) + "1D 05 01 45",
      "an extension with a name of 253 bytes"),
    CanonicalVector("two-roots", "01 05 61 45 05 62 46 01", "two named roots", isRootList: true),
    CanonicalVector(
      "unnamed-and-named-roots", "01 03 45 05 62 46 01", "an unnamed root and a named one",
      isRootList: true),
    CanonicalVector(
      "three-roots-of-one-shape", "03 03 03 05 05 61 05 61 C0 03 05 62 C0 05 05 63 C0 07 01",
      "three records", isRootList: true),
    CanonicalVector(
      "roots-that-share-an-object", "05 19 03 41 0B 01 05 61 19 15 01 01 05 62 19 00 07 01",
      "a reference to an object of another root", isRootList: true),
    CanonicalVector(
      "root-with-a-long-name", "01 06 02 " + String(repeating: "6E ", count: 128) + "45 01",
      "a name of 128 bytes", isRootList: true),
  ]
}
