extension ContentDefect {
  /// Rules R1, A1, A2 and S2.
  static let values = table(
    """
    R1-undetermined-field-with-a-value          03 03 03 40 05 61 | C0 ^01
    R1-undetermined-nullable-field-with-a-value  03 03 03 80 05 61 | C0 ^01
    R1-undetermined-field-of-mode-3-with-a-value  03 03 03 C0 05 61 | C0 ^03
    R1-second-undetermined-field-with-a-value   03 03 05 05 05 61 40 05 62 | C0 ^01 03
    R1-null-in-a-field-of-any                   03 03 03 01 05 61 | C0 ^02
    R1-null-in-an-optional-field-of-any         03 03 03 41 05 61 | C0 01 ^02
    R1-null-in-a-nullable-field-of-any          03 03 03 81 05 61 | C0 01 ^02
    R1-null-in-a-second-field-of-any            03 03 05 05 05 61 01 05 62 | C0 03 ^02
    R1-absent-field-with-a-value                03 03 03 C5 05 61 | C0 ^02 01
    R1-second-absent-field-with-a-value         03 03 05 C5 05 61 C5 05 62 | C0 ^0B 03
    R1-absent-field-with-a-value-in-an-element  03 03 03 C5 05 61 | 16 15 01 09 00 ^02
    A1-irregular-empty-array                    $0 16 05 ^03
    A1-irregular-empty-set                      $0 17 05 ^03
    A1-irregular-empty-keys                     $0 18 05 05 ^03
    A1-irregular-empty-values                   $0 18 05 05 ^05
    A1-irregular-empty-array-in-a-field         03 03 03 16 05 05 61 | C0 ^03
    A1-run-of-all-that-remain                   $0 16 05 0B 0F ^05 03 61 03 62
    A1-run-of-more-than-all                     $0 16 05 0B 0F ^07 03 61 03 62
    A1-second-run-of-all-that-remain            $0 16 05 0F 05 03 03 0F ^05 03 61 03 62
    A1-run-of-all-keys                          $0 18 05 05 13 0F ^05 03 61 03 62 03 05
    A1-run-of-all-members                       $0 17 05 0B 0F ^05 03 61 03 62
    A1-elements-of-undetermined-kind            $0 16 00 05 ^45
    A1-members-of-undetermined-kind             $0 17 00 05 ^45
    A1-keys-of-undetermined-kind                $0 18 00 05 09 ^45 03
    A1-values-of-undetermined-kind              $0 18 05 00 09 03 ^45
    A1-run-of-undetermined-kind                 $0 16 05 07 00 01 ^45
    A1-value-of-nullable-undetermined           $0 16 1F 00 09 01 ^45
    A1-typed-value-of-undetermined-kind         03 11 41 | 1A 01 00 ^45
    A2-null-as-key-twice                        $0 ^18 1F 05 05 19 04 15 03 05 07 ; verified
    A2-null-of-any-as-key-twice                 $0 ^18 01 05 11 02 02 03 05 ; verified
    A2-null-as-key-twice-in-a-nullable-run      $0 ^18 05 05 13 1F 0F 01 00 03 05 ; verified
    A2-null-as-key-twice-in-a-field             03 03 03 18 01 05 05 61 | C0 ^11 02 02 03 05 ; verified
    A2-key-twice                                $0 ^18 0F 05 11 03 61 03 61 03 05 ; verified
    A2-int-key-twice                            $0 ^18 05 05 11 03 03 03 05 ; verified
    A2-key-of-any-twice                         $0 ^18 01 05 11 45 45 03 05 ; verified
    A2-array-as-key-twice                       $0 ^18 16 05 05 11 05 03 05 03 03 05 ; verified
    A2-key-twice-in-a-field                     03 03 03 18 0F 05 05 61 | C0 ^11 03 61 03 61 03 05 ; verified
    A2-key-twice-in-runs                        $0 ^18 05 05 13 0F 03 03 61 0F 01 03 61 03 05 ; verified
    A2-int-twice-in-a-set                       $0 ^17 05 0D 03 05 03 ; verified
    A2-string-twice-in-a-set                    $0 ^17 0F 09 03 61 03 61 ; verified
    A2-bool-twice-in-a-set                      $0 ^17 03 0D 05 ; verified
    A2-float-twice-in-a-set                     $0 ^17 0B 09 00 00 C0 7F 00 00 C0 7F ; verified
    A2-date-twice-in-a-set                      $0 ^17 11 09 00 00 00 00 00 00 00 80 00 00 00 00 00 00 00 80 ; verified
    A2-record-twice-in-a-set                    03 03 03 05 05 61 | ^17 15 01 09 03 03 ; verified
    A2-null-twice-in-a-set                      $0 ^17 1F 05 0D 02 03 ; verified
    A2-member-of-any-twice-in-a-set             $0 ^17 01 09 81 61 81 61 ; verified
    A2-array-twice-in-a-set                     $0 ^17 16 05 09 05 03 05 03 ; verified
    A2-sets-in-two-orders                       $0 ^17 17 05 09 09 03 05 09 05 03 ; verified
    A2-maps-in-two-orders                       $0 ^17 18 05 05 09 11 03 05 07 09 11 05 03 09 07 ; verified
    A2-set-in-a-key-in-two-orders               $0 ^18 16 17 05 05 11 05 09 03 05 05 09 05 03 07 09 ; verified
    A2-arrays-in-other-runs                     $0 ^17 16 05 09 05 05 07 01 01 41 ; verified
    A2-records-of-two-shapes                    05 03 03 05 05 61 07 03 01 45 | ^17 14 09 01 03 03 01 03 ; verified
    A2-records-without-a-field                  05 03 05 05 05 61 45 05 62 03 03 05 03 | ^17 14 09 01 00 05 03 05 ; verified
    A2-set-twice-in-a-set                       $0 ^17 17 05 09 05 03 05 03 ; verified
    A2-decimal-twice-in-a-set                   $0 ^17 0D 09 01 05 07 01 05 07 ; verified
    A2-url-twice-in-a-set                       $0 ^17 13 09 03 03 61 03 03 61 ; verified
    A2-typed-value-twice-in-a-set               03 11 41 | ^17 1A 01 05 09 03 03 ; verified
    A2-extension-twice-in-a-set                 $X ^17 1D 09 05 01 45 05 01 45 ; verified
    A2-extension-and-argument-twice-in-a-set    $X ^17 1D 09 07 01 45 46 07 01 45 46 ; verified
    A2-object-twice-in-a-set                    $A ^17 19 15 01 09 01 07 ; verified
    A2-edge-twice-in-a-set                      $A 16 01 09 19 15 01 01 ^17 1C 09 03 03 ; verified
    A2-second-set-with-a-member-twice           $0 16 17 05 09 09 03 05 ^09 03 03 ; verified
    S2-bytes-after-the-value                    $0 45 ^45 ; single
    S2-zero-after-the-value                     $0 45 ^00 ; single
    S2-bytes-after-an-array                     $0 16 05 05 03 ^03 ; single
    S2-bytes-after-a-record-of-a-shape                     03 03 03 05 05 61 | C0 03 ^03 ; single
    S2-bytes-after-the-roots                    01 | 03 45 01 ^45 ; roots
    S2-tail-object-that-stands-in-the-root      $N 16 01 09 1B 01 19 15 01 05 01 C0 ^19 15 01 05 01 C0 ; single
    S2-tail-that-nobody-asked-for               $N 1C 01 ^19 15 01 05 01 C0 ; single
    S2-bytes-after-the-tail                     $N 1B 01 19 15 01 05 01 C0 ^45 ; single
    S2-bytes-after-the-tail-of-roots            $N 03 1B 01 01 19 15 01 05 01 C0 ^45 ; roots
    O3-two-roots-with-one-name                  01 | 03 45 ^03 45 01 ; roots
    O3-two-named-roots-with-one-name            01 | 05 61 45 05 62 46 ^05 61 47 01 ; roots
    O3-no-root                                  01 | ^01 ; roots
    O3-ill-formed-root-name                     01 | 05 ^FF 45 01 ; roots
    """)

  /// Rules O1, O2 and O4.
  static let objects = table(
    """
    O1-reference-to-no-object                   $0 19 00 ^07
    O1-reference-to-a-later-object              $A 16 19 15 01 09 ^07 01
    O1-reference-beyond-the-objects             $A 16 19 15 01 09 01 ^09
    O1-reference-to-what-was-only-mentioned     $N 16 01 0D 1C 01 19 00 ^07 45
    O1-object-of-undetermined-kind              $0 19 00 ^01
    O1-second-object-of-undetermined-kind       $A 16 01 09 19 15 01 01 19 00 ^01
    O1-object-inside-itself                     05 19 03 41 0B 03 19 00 05 61 | 19 15 01 01 ^07
    O1-object-inside-itself-through-an-array    05 19 03 41 0B 03 16 19 00 05 61 | 19 15 01 01 05 ^07
    O1-object-inside-itself-through-another     05 19 03 41 0B 03 19 15 01 05 61 | 19 15 01 01 01 ^07
    O1-mentioned-object-that-was-not-mentioned  $A 19 15 01 05 ^01 C0
    O1-mentioned-object-that-stands             $A 16 01 09 19 15 01 01 19 15 01 05 ^01 C0
    O1-mentioned-object-that-stands-twice       $N 16 01 0D 1C 01 19 15 01 05 01 C0 19 15 01 05 ^01 C0
    O1-mentioned-object-inside-itself           $E 16 01 09 1C 01 19 15 01 05 01 16 01 05 19 15 01 05 ^01 C0
    O1-object-that-stands-inside-itself         $N 16 01 09 1C 01 19 00 05 01 1A 01 19 00 05 ^01 C0
    O1-object-that-stands-twice                 $N 16 01 09 19 15 01 01 19 15 01 05 ^01 C0
    O1-reference-before-its-object              $N 16 01 0D 1C 01 19 00 ^07 19 15 01 05 01 C0
    O1-number-of-the-next-object                $N 16 01 09 1C 01 19 15 01 05 ^03 C0
    O2-object-of-the-tail-without-a-class       $N 1B 01 ^19 05 05 01 45 ; single
    O2-object-without-a-class                   03 03 01 | ^19 15 01 01
    O2-object-of-a-type-that-is-no-class        05 11 41 0B 01 | ^19 15 01 01
    O2-object-of-an-int                         $0 ^19 05 01 03
    O2-object-of-a-string                       $0 ^19 0F 01 03 61
    O2-object-of-a-row                          $0 ^19 16 05 01 05 03
    O2-object-of-a-map                          $0 ^19 18 05 05 01 01
    O2-object-of-any                            $0 ^19 00 03 45
    O2-object-of-an-object                      $A ^19 19 15 01 01 01
    O2-object-of-an-extension                   $X ^19 1D 01 05 01 45
    O2-object-of-a-typed-value-of-no-class      03 11 41 | ^19 1A 01 05 01 03
    O2-second-object-without-a-class            07 19 03 41 0B 01 03 01 | 16 01 09 19 15 01 01 ^19 15 03 01
    O2-element-that-is-an-object-without-a-class  03 03 01 | 16 19 15 01 05 ^01
    O2-mentioned-object-without-a-class         $A 16 01 09 1C 01 ^19 00 05 01 45
    O4-conditional-edge-to-no-object            $N 1C ^05
    O4-strong-edge-to-no-object                 $N 1B ^05
    O4-first-edge-to-object-0                   $N 1C ^03
    O4-edge-in-a-field-to-no-object             $E 19 15 01 01 ^07
    O4-edge-in-a-row-to-no-object               $A 16 01 05 16 1C 09 01 ^07
    O4-no-tail                                  $N 1B 01^ ; truncated single
    O4-no-tail-after-roots                      $N 03 1B 01 01^ ; truncated roots
    O4-tail-in-another-order                    $N 16 01 09 1B 01 1B 01 19 15 01 05 ^03 C0 19 15 01 05 01 C0 ; single
    O4-tail-in-order-of-mention                 $N 16 01 0D 1C 01 1B 01 1B 03 19 15 01 05 ^01 C0 19 15 01 05 03 C0 ; single
    O4-tail-that-ends-early                     $E 1B 01 19 15 01 05 01 C0 01^ ; truncated single
    O4-tail-with-a-new-object                   $N 1B 01 19 15 01 ^01 ; single
    O4-tail-with-a-new-object-of-another-kind   $N 03 1B 01 01 19 15 01 ^03 C0 ; roots
    O4-tail-with-a-reference                    $N 16 01 09 19 15 01 01 1B 01 19 00 ^07 ; single
    O4-tail-with-another-object                 $N 16 01 09 1C 01 1B 01 19 15 01 05 ^01 C0 ; single
    O4-tail-without-an-object                   $N 1B 01 ^45 ; single
    O4-tail-of-roots-without-an-object          $N 03 1B 01 01 ^C0 ; roots
    O4-tail-without-the-first-of-a-chain        $E 1B 01 19 15 01 05 01 C0 01 19 15 01 05 ^05 C0 ; single
    O4-torn-tail                                $N 1B 01 19 15 01 05^ ; truncated single
    O4-torn-tail-of-roots                       $N 03 1B 01 01 19^ ; truncated roots
    """)

  /// Limits of section 12.
  static let limits = table(
    """
    limit-depth-of-arrays             $0 16 16 0F 05 ^05 03 61 ; limitExceeded depth=1
    limit-depth-of-records            05 03 01 03 03 15 01 05 61 | C1^ ; limitExceeded depth=1
    limit-depth-of-maps               $0 18 05 0F 09 03 ^03 61 ; limitExceeded depth=1
    limit-depth-of-columns            $0 18 0F 0F 09 ^03 61 03 62 ; limitExceeded depth=1
    limit-depth-of-sets               $0 16 17 0F 05 ^05 03 61 ; limitExceeded depth=1
    limit-depth-of-objects            $A ^19 15 01 01 ; limitExceeded depth=0
    limit-depth-of-a-body             $A 19 15 01 01^ ; limitExceeded depth=1
    limit-depth-of-typed-values       03 11 41 | 16 1A 01 05 05 ^03 ; limitExceeded depth=1
    limit-depth-of-extensions         $X 16 01 05 ^1D 05 01 45 ; limitExceeded depth=1
    limit-depth-of-any                $0 16 01 05 ^16 01 05 45 ; limitExceeded depth=1
    limit-values                      $0 16 0F 0D 03 61 03 62 ^03 63 ; limitExceeded values=3
    limit-values-of-any               $0 16 01 0D 45 46 ^47 ; limitExceeded values=3
    limit-values-of-fields            03 03 05 05 05 61 05 05 62 | C0 03 ^05 ; limitExceeded values=2
    limit-values-that-are-containers  $0 16 16 0F 09 01 ^01 ; limitExceeded values=2
    limit-bitless-records             03 03 01 | 16 15 01 0D^ ; limitExceeded bitlessValues=2
    limit-objects                     $A 16 19 15 01 09 01 ^01 ; limitExceeded objects=1
    limit-objects-of-edges            $N 16 1C 0D 01 01 ^01 ; limitExceeded objects=2
    limit-objects-of-edges-to-the-tail  $N 16 1B 0D 01 01 ^01 ; limitExceeded objects=2
    limit-rows                        ^05 11 41 11 42 | 45 ; limitExceeded rows=1
    limit-fields                      03 03 ^05 05 05 61 05 05 62 | 45 ; limitExceeded fields=1
    limit-all-fields                  05 03 05 05 05 61 05 05 62 03 ^03 05 05 63 | 45 ; limitExceeded allFields=2
    limit-all-fields-of-derived-shapes  05 03 05 05 05 61 05 05 62 ^07 03 01 45 | 45 ; limitExceeded allFields=3
    limit-key-bytes                   03 03 03 05 ^0D 61 62 63 | 45 ; limitExceeded keyBytes=2
    limit-depth-behind-a-map          $0 16 01 09 18 0F 05 01 16 16 16 0F 05 05 ^05 03 61 ; limitExceeded depth=3
    limit-depth-behind-an-array       $0 16 01 09 16 0F 05 03 61 16 16 0F 05 ^05 03 61 ; limitExceeded depth=2
    limit-depth-behind-runs           $0 16 01 09 16 0F 07 05 01 05 16 16 0F 05 ^05 03 61 ; limitExceeded depth=2
    limit-depth-behind-a-record       03 03 03 05 05 61 | 16 01 09 C0 05 16 16 0F 05 ^05 03 61 ; limitExceeded depth=2
    limit-depth-behind-an-object      $A 16 01 09 19 15 01 01 16 16 16 0F 05 05 ^05 03 61 ; limitExceeded depth=3
    limit-depth-behind-a-typed-value  03 11 41 | 16 01 09 1A 01 05 05 16 16 0F 05 ^05 03 61 ; limitExceeded depth=2
    limit-depth-behind-an-extension   $X 16 01 09 1D 05 01 45 16 16 0F 05 ^05 03 61 ; limitExceeded depth=2
    limit-values-of-short-strings     $0 16 01 09 81 61 ^81 62 ; limitExceeded values=2
    limit-values-of-bools-and-nulls   $0 16 01 0D 03 04 ^02 ; limitExceeded values=3
    limit-values-of-an-optional-bool  03 03 05 43 05 61 05 05 62 | C0 01 01 ^03 ; limitExceeded values=2
    limit-values-of-an-absent-field   03 03 05 45 05 61 05 05 62 | C0 00 ^03 ; limitExceeded values=2
    limit-values-of-rows              $0 16 16 05 09 05 03 ^05 05 ; limitExceeded values=2
    limit-values-of-rows-of-bools     $0 16 16 03 09 15 1F ^15 1F ; limitExceeded values=2
    limit-values-of-a-reference       $A 16 01 0D 19 15 01 01 19 00 07 ^45 ; limitExceeded values=4
    limit-values-of-bools-in-a-run    $0 16 05 0F 03 05 01 05 01 ^03 ; limitExceeded values=3
    limit-bitless-records-behind-others  05 03 01 03 03 05 05 61 | 16 01 09 C1 05 16 15 01 09^ ; limitExceeded bitlessValues=1
    """)
}
