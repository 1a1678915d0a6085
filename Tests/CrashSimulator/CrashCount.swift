/// How much was looked at.
package struct CrashCount: Hashable, Sendable {
  /// Crash images that were opened and checked.
  package var states = 0
  /// Those whose bytes differ from all others of their session.
  package var images = 0
  /// Those of crashes while another was recovered from.
  package var recoveries = 0
  /// Those in which the process was killed, and the power went afterwards.
  package var kills = 0
  /// Damaged files that were refused.
  package var damages = 0
  /// Operations of files and names after which images were made.
  package var operations = 0
  package var commits = 0
  package var sessions = 0
  /// Calls that failed because a disk was full or could not make durable, and those of which nobody knows what is left.
  package var refusals = 0
  package var unknownOutcomes = 0
  /// Copies that went on separately, whose hints were put beside the log; and earlier hints of its own that were.
  package var divergedCopies = 0
  package var staleHints = 0
  /// Files that another program changed while they were open.
  package var intrusions = 0

  package init() {}

  package static func += (left: inout CrashCount, right: CrashCount) {
    left.states += right.states
    left.images += right.images
    left.recoveries += right.recoveries
    left.kills += right.kills
    left.damages += right.damages
    left.operations += right.operations
    left.commits += right.commits
    left.sessions += right.sessions
    left.refusals += right.refusals
    left.unknownOutcomes += right.unknownOutcomes
    left.divergedCopies += right.divergedCopies
    left.staleHints += right.staleHints
    left.intrusions += right.intrusions
  }
}
