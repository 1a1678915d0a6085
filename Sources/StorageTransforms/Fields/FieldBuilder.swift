/// Makes the fields of an entity of lines, one for each.
@resultBuilder
public enum FieldBuilder<Root> {
  /// A line.
  public static func buildExpression<Value, Output>(
    _ field: Field<Root, Value, Output>
  ) -> AnyField<Root, Output> { AnyField(field) }

  /// All lines.
  public static func buildBlock<each Output>(
    _ fields: repeat AnyField<Root, each Output>
  ) -> FieldList<Root, repeat each Output> { FieldList(repeat each fields) }
}
