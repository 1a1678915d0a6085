/// Records on a PostgreSQL server, through libpq. It needs the trait `PostgreSQL`, and libpq's headers.
///
/// `Connection` is what talks to the server: statements that it keeps, values in binary form, changes that are sent without
/// waiting for each. `Layout` says how an entity stands there: names, types, indexes, and the statements made of them. `Session` is
/// one transaction, with the rules of Spec/back-ends.md. `Partitions` divides the records among data servers.
@_exported public import RecordStorage
