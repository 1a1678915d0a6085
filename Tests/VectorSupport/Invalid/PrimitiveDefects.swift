extension ContentDefect {
  /// Rules V1 to V5, wherever a primitive stands.
  static let primitives = table(
    """
    V1-varint-not-shortest                  $0 05 ^02 00
    V1-varint-of-2-bytes-not-shortest       $0 05 ^FE 01
    V1-varint-of-3-bytes-not-shortest       $0 05 ^FC FF 01
    V1-varint-of-4-bytes-not-shortest       $0 05 ^F8 FF FF 01
    V1-varint-of-5-bytes-not-shortest       $0 05 ^F0 FF FF FF 01
    V1-varint-of-6-bytes-not-shortest       $0 05 ^E0 FF FF FF FF 01
    V1-varint-of-7-bytes-not-shortest       $0 05 ^C0 FF FF FF FF FF 01
    V1-varint-of-8-bytes-not-shortest       $0 05 ^80 FF FF FF FF FF FF 01
    V1-varint-of-nine-bytes-not-shortest    $0 06 ^00 FF FF FF FF FF FF FF 00
    V1-uint-not-shortest                    $0 06 ^02 00
    V1-string-length-not-shortest           $0 0F ^06 01 61
    V1-data-length-not-shortest             $0 10 ^06 00 61
    V1-number-text-length-not-shortest      $0 0E ^06 00 31
    V1-decimal-exponent-not-shortest        $0 0D ^02 00 05 01
    V1-decimal-mantissa-not-shortest        $0 0D 01 ^0A 00 01
    V1-url-part-count-not-shortest          $0 13 ^06 00 03 61
    V1-url-part-length-not-shortest         $0 13 03 ^06 00 61
    V1-array-header-not-shortest            $0 16 05 ^0A 00 03
    V1-int-in-a-row-not-shortest            $0 16 05 0D 03 05 ^02 00
    V1-uint-in-a-nullable-row-not-shortest  $0 16 1F 06 09 03 05 ^04 00 00
    V1-set-header-not-shortest              $0 17 05 ^0A 00 03
    V1-map-header-not-shortest              $0 18 05 05 ^12 00 03 03
    V1-run-count-not-shortest               $0 16 05 0B 05 ^06 00 03 0F 01 03 61
    V1-shape-of-a-tag-not-shortest          03 03 01 | 14 ^06 00
    V1-shape-of-an-element-not-shortest     03 03 01 | 16 14 05 ^02 00
    V1-shape-in-a-kind-not-shortest         03 03 01 | 16 15 ^02 00 05
    V1-type-in-a-kind-not-shortest          03 11 41 | 1A ^02 00 05 05
    V1-object-head-not-shortest             $A 19 15 01 ^02 00
    V1-edge-not-shortest                    $A 16 01 09 19 15 01 01 1B ^06 00
    V1-extension-byte-count-not-shortest    $X 1D ^0A 00 01 45
    V1-extension-number-not-shortest        $X 1D 07 ^02 00 45
    V1-root-name-not-shortest               01 | ^0A 00 61 45 01 ; roots
    V1-row-count-not-shortest               ^06 00 11 41 | 45
    V1-head-of-a-row-not-shortest           03 ^22 00 41 | 45
    V1-type-flags-not-shortest              03 19 ^06 00 41 | 45
    V1-type-version-not-shortest            03 19 05 41 ^06 00 | 45
    V1-argument-count-not-shortest          05 11 41 19 09 42 ^06 00 01 | 45
    V1-argument-not-shortest                05 11 41 19 09 42 03 ^02 00 | 45
    V1-superclass-not-shortest              05 11 41 19 11 42 ^02 00 | 45
    V1-field-count-not-shortest             03 03 ^06 00 05 05 61 | 45
    V1-key-not-shortest                     03 03 03 05 ^0A 00 61 | 45
    V1-change-count-not-shortest            05 03 03 05 05 61 07 ^06 00 01 45 | 45
    V1-changed-field-not-shortest           05 03 03 05 05 61 07 03 ^02 00 45 | 45
    V1-count-beyond-all-counts              $0 16 05 ^00 FF FF FF FF FF FF FF FF
    V1-object-number-beyond-all-numbers     $A 19 15 01 ^00 FF FF FF FF FF FF FF FF
    V2-varint-past-the-end                  $0 05 ^02 ; truncated single
    V2-int-missing                          $0 05^ ; truncated
    V2-varint-of-2-bytes-cut                $0 06 ^02 ; truncated single
    V2-varint-of-3-bytes-cut                $0 06 ^04 FF ; truncated single
    V2-varint-of-4-bytes-cut                $0 06 ^08 FF FF ; truncated single
    V2-varint-of-5-bytes-cut                $0 06 ^10 FF FF FF ; truncated single
    V2-varint-of-6-bytes-cut                $0 06 ^20 FF FF FF FF ; truncated single
    V2-varint-of-7-bytes-cut                $0 06 ^40 FF FF FF FF FF ; truncated single
    V2-varint-of-8-bytes-cut                $0 06 ^80 FF FF FF FF FF FF ; truncated single
    V2-varint-of-9-bytes-cut                $0 06 ^00 FF FF FF FF FF FF FF ; truncated single
    V2-int-in-a-row-cut                     $0 16 05 0D 03 05 ^02 ; truncated single
    V2-array-header-missing                 $0 16 05^ ; truncated
    V2-map-header-missing                   $0 18 05 05^ ; truncated
    V2-run-missing                          $0 16 05 0B^ ; truncated
    V2-run-count-missing                    $0 16 05 0B 05^ ; truncated
    V2-tag-missing-in-an-element-of-any     $0 16 01 05^ ; truncated
    V2-kind-missing                         $0 16^ ; truncated
    V2-value-kind-missing                   $0 18 05^ ; truncated
    V2-type-missing-in-a-kind               $0 1A^ ; truncated
    V2-object-head-missing                  $A 19 15 01^ ; truncated
    V2-edge-missing                         $A 16 01 09 19 15 01 01 1B^ ; truncated
    V2-extension-byte-count-missing         $0 1D^ ; truncated
    V2-root-name-missing                    01 | 03 45 ^ ; truncated roots
    V2-value-missing-behind-a-root-name     01 | 05 61 ^ ; truncated roots
    V2-bool-byte-missing                    03 19 03 41 | 19 1A 01 03 01^ ; truncated
    V2-int8-missing                         $0 07^ ; truncated
    V2-uint8-missing                        $0 08^ ; truncated
    V2-int128-cut                           $0 09 ^01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F ; truncated single
    V2-uint128-cut                          $0 0A ^01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F ; truncated single
    V2-float32-cut                          $0 0B ^00 00 80 ; truncated single
    V2-float64-cut                          $0 0C ^00 00 00 00 00 00 F0 ; truncated single
    V2-date-cut                             $0 11 ^00 00 00 00 00 00 F0 ; truncated single
    V2-uuid-cut                             $0 12 ^01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F ; truncated single
    V2-state-bits-missing                   03 03 03 45 05 61 | C0^ ; truncated
    V2-payload-of-a-field-missing           03 03 03 05 05 61 | C0^ ; truncated
    V3-ill-formed-string                    $0 82 ^C3 28
    V3-continuation-byte-alone              $0 81 ^80
    V3-lead-byte-alone                      $0 81 ^C3
    V3-surrogate-in-a-string                $0 83 ^ED A0 80
    V3-last-surrogate-in-a-string           $0 83 ^ED BF BF
    V3-overlong-form-in-a-string            $0 82 ^C0 80
    V3-overlong-form-of-2-bytes             $0 82 ^C1 BF
    V3-overlong-form-of-3-bytes             $0 83 ^E0 9F BF
    V3-overlong-form-of-4-bytes             $0 84 ^F0 8F BF BF
    V3-above-the-last-scalar                $0 84 ^F4 90 80 80
    V3-lead-byte-of-no-scalar               $0 84 ^F5 80 80 80
    V3-byte-of-no-text                      $0 83 61 62 ^FF
    V3-cut-in-a-sequence-of-3-bytes         $0 84 61 62 ^E2 82
    V3-cut-in-a-sequence-of-4-bytes         $0 83 ^F0 9F 98
    V3-third-byte-is-none                   $0 83 ^E2 82 41
    V3-long-string                          $0 0F 81  41*63 ^FF
    V3-string-in-a-row                      $0 16 0F 09 03 61 03 ^80
    V3-string-in-a-field                    03 03 03 0F 05 61 | C0 05 61 ^C0
    V3-key-of-a-map                         $0 18 0F 05 09 05 62 ^E9 03
    V3-number-text                          $0 0E 05 31 ^B2
    V3-url                                  $0 13 03 05 61 ^F8
    V3-base-of-a-url                        $0 13 05 03 61 03 ^9F
    V3-type-name                            03 21 41 ^FE | 45
    V3-key-of-a-shape                       03 03 03 05 09 61 ^ED A0 | 45
    V3-root-name                            01 | 07 61 ^BF 45 01 ; roots
    V4-padding-bits-set                     $0 16 03 0D ^F0
    V4-padding-bit-of-a-second-byte         $0 16 03 25 FF ^02
    V4-padding-of-null-bits                 $0 16 1F 05 09 ^05 03
    V4-padding-of-nullable-bools            $0 16 1F 03 09 03 ^04
    V4-padding-of-state-bits                03 03 03 45 05 61 | C0 ^03 03
    V4-padding-of-a-required-bool           03 03 03 03 05 61 | C0 ^02
    V4-padding-of-a-column-of-bools         $0 18 05 03 11 03 05 ^07
    V4-padding-of-a-set-of-bools            $0 17 03 05 ^81
    V4-padding-of-a-run-of-bools            $0 16 05 0F 03 05 ^0D 05 01 05
    V4-value-bit-of-an-optional-bool        03 03 03 43 05 61 | C0 ^03
    V5-count-past-the-end                   $0 16 0C 00 00 00 00 00 00 00 00 10^ ; truncated
    V5-row-of-ints-past-the-end             $0 16 05 15 ^03 ; truncated
    V5-row-of-strings-past-the-end          $0 16 0F 15 ^01 01 ; truncated
    V5-row-of-any-past-the-end              $0 16 01 15 ^45 45 ; truncated
    V5-row-of-bools-past-the-end            $0 16 03 82 06 ^FF ; truncated
    V5-row-of-bytes-past-the-end            $0 16 08 15 ^01 02 ; truncated
    V5-row-of-floats-past-the-end           $0 16 0B 09 ^00 00 80 3F 00 ; truncated
    V5-row-of-dates-past-the-end            $0 16 11 09 ^00 00 00 00 00 00 80 3F 00 ; truncated
    V5-row-of-int128s-past-the-end          $0 16 09 05 ^01 02 03 04 05 06 07 08 ; truncated
    V5-row-of-uuids-past-the-end            $0 16 12 09 ^01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F 10 11 ; truncated
    V5-row-of-arrays-past-the-end           $0 16 16 05 15 ^01 01 ; truncated
    V5-null-bits-past-the-end               $0 16 1F 05 82 08 ^FF 03 ; truncated
    V5-nullable-floats-past-the-end         $0 16 1F 0C 09 03 ^00 00 00 ; truncated
    V5-nullable-strings-past-the-end        $0 16 1F 0F 1D 7F ^01 01 ; truncated
    V5-set-past-the-end                     $0 17 0F 29 ^01 ; truncated
    V5-keys-past-the-end                    $0 18 0F 05 A1 ^01 03 ; truncated
    V5-values-past-the-end                  $0 18 05 0F 19 03 05 07 ^01 ; truncated
    V5-run-past-the-end                     $0 16 05 83 0F 1F ^01 ; truncated
    V5-elements-with-state-bits-past-the-end  03 03 03 45 05 61 | 16 15 01 15 ^00 ; truncated
    V5-length-past-the-end                  $0 10 13 ^00 00 ; truncated
    V5-string-past-the-end                  $0 0F 82 02 ^61 62 ; truncated
    V5-short-string-past-the-end            $0 88 ^61 62 63 ; truncated
    V5-number-text-past-the-end             $0 0E 1F ^31 ; truncated
    V5-mantissa-past-the-end                $0 0D 01 21 ^01 02 ; truncated
    V5-url-part-past-the-end                $0 13 03 1F ^61 ; truncated
    V5-extension-past-the-end               $X 1D 1F ^01 45 ; truncated
    V5-extension-name-past-the-end          03 89 21 ^65 2E 65 | 45 ; truncated
    V5-root-name-past-the-end               01 | 3F ^61 45 01 ; truncated roots
    V5-definitions-past-the-end             A3 ^11 41 | 45 ; truncated
    V5-type-name-past-the-end               03 81 ^41 | 45 ; truncated
    V5-fields-past-the-end                  03 03 51 ^05 05 61 | 45 ; truncated
    V5-key-past-the-end                     03 03 03 05 41 ^61 | 45 ; truncated
    V5-arguments-past-the-end               05 11 41 19 09 42 41 ^01 | 45 ; truncated
    """)
}
