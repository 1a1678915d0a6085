/// Something that a back end does wrong, for the cases to find.
enum Fault: String, CaseIterable, Sendable {
  // Writing
  case updateIsLost, updateInserts, updateSaysNo, insertOverwrites, insertIsLost, upsertKeepsTheOld
  case deleteIsLost, deleteSaysNo, deleteSaysYes, failedInsertStays

  // Unique values
  case uniquenessIsForgotten, uniquenessWithinTheTransactionOnly, uniquenessAgainstCommittedOnly
  case uniquenessOfNull, ownValueIsInTheWay, uniquenessCheckedTooEarly, keyCheckedTooEarly
  case definitionForgetsUniqueness

  // Values
  case nullIsEmptyText, emptyTextIsNull, emptyBlobIsNull, realsAreRounded, integersAreReals
  case integralRealsAreCut, infinityIsNull, textIsTrimmed, textIsComposed, textIsLowercase
  case numericTextIsANumber, longBlobsAreCut, valuesAreExchanged

  // Keys
  case keysIgnoreCase, keysAreComposed, keysAreCut, keysAreTrimmed

  // Queries
  case scanMissesTheFirst, scanMissesTheLast, limitIsOneLess, descendingTiesAscend
  case integersAreOrderedAsText, textIsOrderedWithoutCase, textIsOrderedByUTF16, realsAreUnordered
  case countIgnoresBounds, countObeysTheLast, lowerBoundIsExcluded, upperBoundIsExcluded
  case excludedBoundIsIncluded, prefixIsFoundInside, nullsComeLast, nullIsBelowBounds
  case cursorRepeatsARecord, cursorEndsEarly, descendingIsIgnored

  // Transactions
  case rollbackKeepsAChange, rollbackLosesACommit, changesCommitAtOnce, readsSeeLaterCommits
  case readsBeforeItsTurn, ownChangesAreUnseen, errorIsSwallowed

  // Durability
  case reopensEmpty, reopeningLosesTheLastChange, reopeningLosesTables

  // Tables
  case failedDefinitionStays, rewriteIsIgnored, dropKeepsRecords, dropIsLost, namesAreCut
  case definitionLosesARecord, tablesAreKeptPerHandle

  // Errors
  case errorWithoutExistingKey, errorWithoutAttribute, errorWithoutValue, errorOfAnotherCode

  /// Whether the wrapper keeps values unique, and the back end behind it does not.
  var keepsUniqueItself: Bool {
    switch self {
    case .uniquenessIsForgotten, .uniquenessWithinTheTransactionOnly,
      .uniquenessAgainstCommittedOnly, .uniquenessOfNull, .ownValueIsInTheWay,
      .uniquenessCheckedTooEarly, .definitionForgetsUniqueness:
      true
    default: false
    }
  }

  /// Whether it looks at what there was before its turn: only who writes meanwhile brings it to light.
  var looksTooEarly: Bool {
    switch self {
    case .uniquenessCheckedTooEarly, .keyCheckedTooEarly, .readsBeforeItsTurn: true
    default: false
    }
  }
}
