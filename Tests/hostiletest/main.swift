import Foundation

/// What can be run, by its name.
let commands: [(name: String, run: ([String]) throws -> Bool)] = [
  ("flips", FlipCommand.run), ("growth", GrowthCommand.run), ("depth", DepthCommand.run),
  ("rivals", RivalsCommand.run), ("empties", EmptiesCommand.run),
  ("amplifiers", AmplifierCommand.run),
  ("memory", MemoryCommand.runDecoding),
  ("bombs", MemoryCommand.runBombs), ("flat", MemoryCommand.runFlat),
  ("lists", ListCommand.runChanges), ("unfolding", ListCommand.runUnfolding),
  ("stores", StoreCommand.run),
  ("changed", ChangedFilesCommand.run), ("readers", ReadersCommand.run),
]

let arguments = Array(CommandLine.arguments.dropFirst())
guard let command = commands.first(where: { $0.name == arguments.first }) else {
  print("usage: hostiletest \(commands.map(\.name).joined(separator: " | ")) [OPTIONS]")
  exit(2)
}
do {
  exit(try command.run(Array(arguments.dropFirst())) ? 0 : 1)
} catch {
  print("hostiletest \(command.name): \(error)")
  exit(1)
}
