/// A transform that never looks at the context, so that none need be made for each value. One that needs none may look at it all the same.
protocol ContextIgnoring {}

extension IdentityTransform: ContextIgnoring {}

extension RawValueTransform: ContextIgnoring {}

extension ISO8601Transform: ContextIgnoring {}

extension UTF8Transform: ContextIgnoring {}
