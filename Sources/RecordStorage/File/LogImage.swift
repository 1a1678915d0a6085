/// What a record log says, but for the values of records: a state of the store.
struct LogImage: Sendable {
  var database = TreeDatabase<LogPlace>()
  var tables = LoggedTables()
}
