#if PostgreSQL
  extension PostgreSQLBackEnd {
    /// One of the servers among which the records of a store are divided (Spec/back-ends.md, section 10).
    ///
    /// ```swift
    /// let options = PostgreSQLBackEnd.Options(dataServers: [
    ///   .init("east", connection: "host=10.0.0.2 dbname=photos"),
    ///   .init("west", connection: "host=10.0.0.3 dbname=photos"),
    /// ])
    /// let backEnd = try PostgreSQLBackEnd("host=10.0.0.1 dbname=photos", options: options)
    /// ```
    ///
    /// Each commits by itself, and none sees the records of another. So a store with data servers lacks ``StorageCapabilities/transactions``
    /// and ``StorageCapabilities/uniqueAttributes``: a second change of a transaction and a table with a unique attribute are
    /// ``StorageError/Code/unsupported``. A read waits for all data servers, and sees one state of them; without one of them it is
    /// ``StorageError/Code/connectionLost``. A change of one record needs the data server of that record alone.
    ///
    /// The server that is connected to coordinates. Who runs it has told it of each data server, once:
    ///
    /// ```sql
    /// CREATE EXTENSION postgres_fdw;
    /// CREATE SERVER east FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '10.0.0.2', dbname 'photos');
    /// CREATE USER MAPPING FOR app SERVER east OPTIONS (user 'app', password '…');
    /// ```
    public struct DataServer: Sendable {
      /// The name that the coordinating server has for it. At most 63 bytes.
      public var name: String
      /// How this program reaches the same database, as libpq reads it. Tables are defined that way, and commits asked for;
      /// records are read and written through the coordinating server alone.
      public var connection: String

      /// A data server.
      public init(_ name: String, connection: String) {
        self.name = name
        self.connection = connection
      }
    }
  }
#endif
