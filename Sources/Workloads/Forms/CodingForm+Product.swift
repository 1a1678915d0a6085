/// The product: kinds of containers, styles of keys, orders of calls, structs and classes.
///
/// Structs have each style of keys in each order; classes have each order with keys of an enumeration, and each style in order.
extension CodingForm {
  static let product: [CodingForm] = keyed + unkeyed + singleValue + nested + superclass

  private static let keyed = [
    CodingForm("keyed, enum keys, in order, struct", KeyedRecords.EnumInOrder.self),
    CodingForm("keyed, enum keys, reordered, struct", KeyedRecords.EnumReordered.self),
    CodingForm("keyed, enum keys, interleaved, struct", KeyedRecords.EnumInterleaved.self),
    CodingForm("keyed, enum keys, kept for later, struct", KeyedRecords.EnumKept.self),
    CodingForm("keyed, enum keys, conditional, struct", KeyedRecords.EnumConditional.self),
    CodingForm("keyed, struct keys, in order, struct", KeyedRecords.StructInOrder.self),
    CodingForm("keyed, struct keys, reordered, struct", KeyedRecords.StructReordered.self),
    CodingForm("keyed, struct keys, interleaved, struct", KeyedRecords.StructInterleaved.self),
    CodingForm("keyed, struct keys, kept for later, struct", KeyedRecords.StructKept.self),
    CodingForm("keyed, struct keys, conditional, struct", KeyedRecords.StructConditional.self),
    CodingForm("keyed, integer keys, in order, struct", KeyedRecords.IntegerInOrder.self),
    CodingForm("keyed, integer keys, reordered, struct", KeyedRecords.IntegerReordered.self),
    CodingForm("keyed, integer keys, interleaved, struct", KeyedRecords.IntegerInterleaved.self),
    CodingForm("keyed, integer keys, kept for later, struct", KeyedRecords.IntegerKept.self),
    CodingForm("keyed, integer keys, conditional, struct", KeyedRecords.IntegerConditional.self),
    CodingForm("keyed, enum keys, in order, class", KeyedObjects.EnumInOrder.self),
    CodingForm("keyed, enum keys, reordered, class", KeyedObjects.EnumReordered.self),
    CodingForm("keyed, enum keys, interleaved, class", KeyedObjects.EnumInterleaved.self),
    CodingForm("keyed, enum keys, kept for later, class", KeyedObjects.EnumKept.self),
    CodingForm("keyed, enum keys, conditional, class", KeyedObjects.EnumConditional.self),
    CodingForm("keyed, struct keys, in order, class", KeyedObjects.StructInOrder.self),
    CodingForm("keyed, integer keys, in order, class", KeyedObjects.IntegerInOrder.self),
  ]

  private static let nested = [
    CodingForm("nested, enum keys, in order, struct", NestedRecords.EnumInOrder.self),
    CodingForm("nested, enum keys, reordered, struct", NestedRecords.EnumReordered.self),
    CodingForm("nested, enum keys, interleaved, struct", NestedRecords.EnumInterleaved.self),
    CodingForm("nested, enum keys, kept for later, struct", NestedRecords.EnumKept.self),
    CodingForm("nested, enum keys, conditional, struct", NestedRecords.EnumConditional.self),
    CodingForm("nested, struct keys, in order, struct", NestedRecords.StructInOrder.self),
    CodingForm("nested, struct keys, reordered, struct", NestedRecords.StructReordered.self),
    CodingForm("nested, struct keys, interleaved, struct", NestedRecords.StructInterleaved.self),
    CodingForm("nested, struct keys, kept for later, struct", NestedRecords.StructKept.self),
    CodingForm("nested, struct keys, conditional, struct", NestedRecords.StructConditional.self),
    CodingForm("nested, integer keys, in order, struct", NestedRecords.IntegerInOrder.self),
    CodingForm("nested, integer keys, reordered, struct", NestedRecords.IntegerReordered.self),
    CodingForm("nested, integer keys, interleaved, struct", NestedRecords.IntegerInterleaved.self),
    CodingForm("nested, integer keys, kept for later, struct", NestedRecords.IntegerKept.self),
    CodingForm("nested, integer keys, conditional, struct", NestedRecords.IntegerConditional.self),
    CodingForm("nested, enum keys, in order, class", NestedObjects.EnumInOrder.self),
    CodingForm("nested, enum keys, reordered, class", NestedObjects.EnumReordered.self),
    CodingForm("nested, enum keys, interleaved, class", NestedObjects.EnumInterleaved.self),
    CodingForm("nested, enum keys, kept for later, class", NestedObjects.EnumKept.self),
    CodingForm("nested, enum keys, conditional, class", NestedObjects.EnumConditional.self),
    CodingForm("nested, struct keys, in order, class", NestedObjects.StructInOrder.self),
    CodingForm("nested, integer keys, in order, class", NestedObjects.IntegerInOrder.self),
  ]

  private static let superclass = [
    CodingForm("super, enum keys, in order, struct", SuperRecords.EnumInOrder.self),
    CodingForm("super, enum keys, reordered, struct", SuperRecords.EnumReordered.self),
    CodingForm("super, enum keys, interleaved, struct", SuperRecords.EnumInterleaved.self),
    CodingForm("super, enum keys, kept for later, struct", SuperRecords.EnumKept.self),
    CodingForm("super, enum keys, conditional, struct", SuperRecords.EnumConditional.self),
    CodingForm("super, struct keys, in order, struct", SuperRecords.StructInOrder.self),
    CodingForm("super, struct keys, reordered, struct", SuperRecords.StructReordered.self),
    CodingForm("super, struct keys, interleaved, struct", SuperRecords.StructInterleaved.self),
    CodingForm("super, struct keys, kept for later, struct", SuperRecords.StructKept.self),
    CodingForm("super, struct keys, conditional, struct", SuperRecords.StructConditional.self),
    CodingForm("super, integer keys, in order, struct", SuperRecords.IntegerInOrder.self),
    CodingForm("super, integer keys, reordered, struct", SuperRecords.IntegerReordered.self),
    CodingForm("super, integer keys, interleaved, struct", SuperRecords.IntegerInterleaved.self),
    CodingForm("super, integer keys, kept for later, struct", SuperRecords.IntegerKept.self),
    CodingForm("super, integer keys, conditional, struct", SuperRecords.IntegerConditional.self),
    CodingForm("super, enum keys, in order, class", SuperObjects.EnumInOrder.self),
    CodingForm("super, enum keys, reordered, class", SuperObjects.EnumReordered.self),
    CodingForm("super, enum keys, interleaved, class", SuperObjects.EnumInterleaved.self),
    CodingForm("super, enum keys, kept for later, class", SuperObjects.EnumKept.self),
    CodingForm("super, enum keys, conditional, class", SuperObjects.EnumConditional.self),
    CodingForm("super, struct keys, in order, class", SuperObjects.StructInOrder.self),
    CodingForm("super, integer keys, in order, class", SuperObjects.IntegerInOrder.self),
  ]

  private static let unkeyed = [
    CodingForm("unkeyed, in order, struct", UnkeyedRecords.InOrder.self),
    CodingForm("unkeyed, interleaved, struct", UnkeyedRecords.Interleaved.self),
    CodingForm("unkeyed, kept for later, struct", UnkeyedRecords.Kept.self),
    CodingForm("unkeyed, conditional, struct", UnkeyedRecords.Conditional.self),
    CodingForm("unkeyed, in order, class", UnkeyedObjects.InOrder.self),
    CodingForm("unkeyed, interleaved, class", UnkeyedObjects.Interleaved.self),
    CodingForm("unkeyed, kept for later, class", UnkeyedObjects.Kept.self),
    CodingForm("unkeyed, conditional, class", UnkeyedObjects.Conditional.self),
  ]

  private static let singleValue = [
    CodingForm("single value, in order, struct", SingleValueRecords.InOrder.self),
    CodingForm("single value, conditional, struct", SingleValueRecords.Conditional.self),
    CodingForm("single value, in order, class", SingleValueObjects.InOrder.self),
    CodingForm("single value, conditional, class", SingleValueObjects.Conditional.self),
  ]
}
