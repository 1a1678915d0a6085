/// What is wrong with a store after a crash, or before one.
package struct CrashFinding: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
