/// Tells the copies of one record set from others, so that a session looks at its table once.
final class RecordSetIdentity: Sendable {}
