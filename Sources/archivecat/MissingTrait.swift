#if !Tools
  /// What is built in place of the command where the trait `Tools` is off, since the package of the
  /// argument parser is not fetched then.
  @main
  enum MissingTrait {
    static func main() {
      StandardOutput.complain("this build lacks the package trait “Tools”; build with it on")
      ExitStatus.refused.exit()
    }
  }
#endif
