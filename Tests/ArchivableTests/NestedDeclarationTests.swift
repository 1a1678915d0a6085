#if Macros
  import TestSupport
  import Testing

  /// Types with `@Archivable` in types with `@Archivable`: the time of the compiler grows with their number, not with a power of two of it.
  @Suite struct NestedDeclarationTests {
    /// Each has an optional property with a value of the next one.
    private func declarations(_ count: Int, inEachOther: Bool) -> String {
      var text = "import KeyedArchives\n"
      if inEachOther {
        for number in 0..<count { text += "@Archivable struct N\(number) {\n" }
        text += "var x = 1\n}\n"
        for number in (1..<count).reversed() { text += "var n: N\(number)? = N\(number)()\n}\n" }
      } else {
        text += "@Archivable struct N0 { var x = 1 }\n"
        for number in 1..<count {
          text += "@Archivable struct N\(number) { var n: N\(number - 1)? = N\(number - 1)() }\n"
        }
      }
      return text
    }

    /// Eight took two seconds when each type was expanded again for each one around it, and each further one twice as long: 20 would take two hours.
    @Test(.timeLimit(.minutes(10)), arguments: [false, true])
    func `twenty types compile`(inEachOther: Bool) throws {
      #expect(try CompilerVerdict.firstError(declarations(20, inEachOther: inEachOther)) == nil)
    }
  }
#endif
