import Foundation
import VectorSupport

// Checks the invalid vectors of Spec/vectors with every reader: `specvectors`, or `specvectors write`
// to write the files that are not as they have to be.

let writes = CommandLine.arguments.dropFirst().contains("write")
let check = VectorCheck(.ofSpecification(regenerates: writes))
let problems = try check.problems()
for problem in problems { print(problem) }
print(check.summary(problems))
exit(problems.isEmpty ? 0 : 1)
