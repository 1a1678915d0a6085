#if PostgreSQL
  import RecordStorage
  import RecordStoragePostgreSQL
  import RecordTestSupport
  import Testing

  /// Two handles of one store on a server that know two forms of an entity.
  @Suite(.enabled(if: TestServer.isWanted, "\(TestServer.whyNot)"))
  struct PostgreSQLOtherFormTests {
    @Test func `two handles`() throws {
      let server = try TestServer.shared()
      let (old, new) = (try server.backEnd("other_forms"), try server.backEnd("other_forms"))
      #expect(try OtherFormTrial.faults(RecordStore(old), RecordStore(new)) == [])
      try server.remove("other_forms")
    }
  }
#endif
