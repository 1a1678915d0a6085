/// Records in a database of SQLite, through GRDB. It needs the trait `SQLite`.
///
/// ```swift
/// let store = RecordStore(try SQLiteBackEnd(path: "photos.sqlite"))
/// ```
///
/// An entity is a table and an attribute a column of its native type, so that any tool reads and queries what is stored:
///
/// ```text
/// $ sqlite3 photos.sqlite 'SELECT title, date_taken FROM Photo ORDER BY date_taken'
/// ```
///
/// Spec/back-ends.md, section 8, says how tables and columns are named, and what else stands in the file. `Layouts` is that
/// chapter in code; `Reading` and `Writing` are what a read or a transaction may call; `Records` is for those who use GRDB
/// directly, without a store of ours, and want its records to be those of an entity.
@_exported public import RecordStorage
