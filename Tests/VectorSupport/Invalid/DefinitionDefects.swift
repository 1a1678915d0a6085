extension ContentDefect {
  /// Rules D1 to D4.
  static let definitions = table(
    """
    D1-empty-type-name                        03 ^01 | 45
    D1-empty-type-name-with-flags             03 ^09 03 | 45
    D1-type-name-of-1025-bytes                03 ^22 80 41*1025 | 45
    D1-control-character-in-a-type-name       03 11 ^07 | 45
    D1-nul-in-a-type-name                     03 21 ^41 00 | 45
    D1-delete-in-a-type-name                  03 21 ^41 7F | 45
    D1-c1-control-in-a-type-name              03 31 ^41 C2 85 | 45
    D1-line-end-in-a-type-name                03 31 ^41 0A 42 | 45
    D1-type-name-twice                        05 11 41 ^11 41 | 45
    D1-class-twice                            05 19 03 41 ^19 03 41 | 45
    D1-version-twice                          05 19 05 41 05 ^19 05 41 05 | 45
    D1-generic-type-twice                     07 11 41 19 09 42 03 01 ^19 09 42 03 01 | 45
    D1-subclass-twice                         07 19 03 41 19 13 42 01 ^19 13 42 01 | 45
    D1-version-0                              03 19 05 41 ^01 | 45
    D1-no-arguments                           03 19 09 41 ^01 | 45
    D1-reserved-flag                          03 19 ^41 41 | 45 ; needsFeature
    D1-reserved-flag-of-a-class               03 19 ^43 41 | 45 ; needsFeature
    D1-reserved-flag-beyond-a-byte            03 19 ^02 04 41 | 45 ; needsFeature
    D1-flags-given-as-0                       03 19 ^01 41 | 45
    D2-key-twice-in-a-shape                   03 03 05 05 05 61 05 ^03 | 45
    D2-third-key-twice-in-a-shape             03 03 07 05 05 61 0F 05 62 05 ^07 | 45
    D2-key-in-full-twice                      05 03 03 05 05 61 03 03 06 ^05 61 | 45
    D2-key-in-full-twice-in-a-shape           03 03 05 05 05 61 06 ^05 61 | 45
    D2-empty-key-in-full-twice                03 03 05 05 01 06 ^01 | 45
    D2-required-field-undetermined            03 03 03 ^00 05 61 | 45
    D2-changed-field-undetermined             05 03 03 05 05 61 07 03 01 ^00 | 45
    D3-extension-without-a-name               03 ^09 21 | 45
    D3-extension-name-of-one-label            03 ^19 21 65 | 45
    D3-extension-name-that-begins-with-a-dot  03 ^29 21 2E 65 | 45
    D3-extension-name-that-ends-in-a-dot      03 ^29 21 65 2E | 45
    D3-extension-name-with-two-dots           03 ^49 21 65 2E 2E 65 | 45
    D3-extension-name-with-a-space            03 ^39 21 65 2E 20 | 45
    D3-extension-name-with-a-colon            03 ^49 21 65 2E 65 3A | 45
    D3-extension-name-of-other-letters        03 ^49 21 C3 A9 2E 65 | 45
    D3-extension-name-of-254-bytes            03 ^D2 1F 21 65 2E 61*252 | 45
    D3-extension-twice                        05 39 21 65 2E 65 ^39 21 65 2E 65 | 45
    D3-extension-that-is-a-class              03 39 ^23 65 2E 65 | 45
    D3-extension-with-a-version               03 39 ^25 65 2E 65 05 | 45
    D6-row-of-kind-2                          03 ^05 01 05 | 45 ; needsFeature
    D6-row-of-kind-2-behind-a-shape           05 03 03 40 05 61 ^05 01 05 | 45 ; needsFeature
    D5-derived-shape-without-changes          05 03 03 05 05 61 07 ^01 | 45
    D5-derived-shape-with-too-many-changes    05 03 03 05 05 61 07 ^05 01 45 01 45 | 45
    D5-derived-shape-that-changes-backwards   05 03 05 05 05 61 05 05 62 07 05 03 45 ^01 45 | 45
    D5-derived-shape-that-changes-twice       05 03 05 05 05 61 05 05 62 07 05 01 45 ^01 45 | 45
    D5-derived-shape-that-changes-no-field    05 03 03 05 05 61 07 03 ^03 45 | 45
    D4-type-that-is-not-there                 03 ^0B 01 | 45
    D4-type-of-a-shape-that-comes-later       05 ^0B 01 11 41 | 45
    D4-argument-that-is-not-there             03 19 09 41 03 ^01 | 45
    D4-second-argument-that-comes-later       05 11 41 19 09 42 05 01 ^03 | 45
    D4-superclass-that-is-not-there           03 19 13 41 ^03 | 45
    D4-superclass-of-itself                   03 19 13 41 ^01 | 45
    D4-base-that-is-not-there                 03 ^07 03 01 45 | 45
    D4-base-that-comes-later                  05 03 01 ^0F 03 01 45 | 45
    D4-shape-that-is-not-there                $0 ^C5
    D4-last-short-shape-that-is-not-there     $0 ^FF
    D4-shape-64-that-is-not-there             $0 14 ^81
    D4-shape-of-an-element-that-is-not-there  $0 16 14 05 ^0B
    D4-shape-of-elements-that-is-not-there    $0 16 15 ^0B 05
    D4-shape-of-a-set-that-is-not-there       $0 17 15 ^0B 05
    D4-shape-of-a-key-that-is-not-there       $0 18 15 ^0B 05 09
    D4-shape-of-a-run-that-is-not-there       $0 16 05 07 15 ^0B 01
    D4-shape-of-an-object-that-is-not-there   $0 19 15 ^0B 01
    D4-type-of-a-value-that-is-not-there      $0 1A ^0B 05 03
    D4-type-of-elements-that-is-not-there     $0 16 1A ^0B 05 05 03
    D4-type-of-a-body-that-is-not-there       $0 19 1A ^0B 05 01 03
    D4-shape-in-a-kind-that-is-not-there      03 03 03 15 ^0B 05 61 | 45
    D4-shape-in-an-array-that-is-not-there    03 03 03 16 15 ^03 05 61 | 45
    D4-first-of-two-shapes-not-there          03 03 03 18 15 ^03 15 05 05 61 | 45
    D4-shape-in-a-changed-field-not-there     05 03 03 05 05 61 07 03 01 55 ^09 21 | 45
    D4-type-in-a-kind-that-is-not-there       03 03 03 1A ^01 05 05 61 | 45
    D4-key-that-is-not-there                  03 03 03 05 ^07 | 45
    D4-first-key-that-is-not-there            03 03 03 05 ^03 | 45
    D4-extension-that-is-not-there            $0 1D 05 ^01 45
    D4-second-extension-that-is-not-there     $X 1D 05 ^03 45
    """)

  /// Rules K1 to K5.
  static let kinds = table(
    """
    K1-kind-nested-too-deep                 $0 16 16 16 16 16 16 16 16 ^05 01
    K1-sets-nested-too-deep                 $0 17 17 17 17 17 17 17 17 ^0F 01
    K1-map-values-nested-too-deep           $0 18 05 18 05 18 05 18 05 18 05 18 05 18 05 16 ^05 01
    K1-map-keys-nested-too-deep             $0 18 18 18 18 18 18 18 18 ^05 05 05 05 05 05 05 05 05 01
    K1-objects-nested-too-deep              $0 19 19 19 19 19 19 19 19 ^05 01
    K1-typed-values-nested-too-deep         03 11 41 | 1A 01 1A 01 1A 01 1A 01 1A 01 1A 01 1A 01 1A 01 ^05 03
    K1-nullable-nested-too-deep             $0 16 16 16 16 16 16 16 1F ^05 01
    K1-run-nested-too-deep                  $0 16 05 07 16 16 16 16 16 16 16 16 ^05 01
    K1-field-nested-too-deep                03 03 03 16 16 16 16 16 16 16 16 ^05 05 61 | 45
    K1-nullable-in-nullable                 $0 16 1F ^1F 05 01
    K1-nullable-any                         $0 16 ^1F 01 01
    K1-nullable-any-in-a-set                $0 17 ^1F 01 01
    K1-nullable-any-in-a-run                $0 16 05 07 ^1F 01 01
    K1-key-of-nullable-any                  $0 18 ^1F 01 05 01
    K1-nullable-body                        $0 19 ^1F 05 01
    K1-nullable-typed-value                 03 11 41 | 1A 01 ^1F 05 01
    K1-nullable-field                       03 03 03 ^1F 05 05 61 | 45
    K1-nullable-as-a-tag                    $0 ^1F 05
    K1-null-as-an-element-kind              $0 16 ^02 01
    K1-null-as-a-member-kind                $0 17 ^02 01
    K1-null-as-a-key-kind                   $0 18 ^02 05 01
    K1-null-as-a-value-kind                 $0 18 05 ^02 01
    K1-null-as-a-body-kind                  $0 19 ^02 01
    K1-null-as-a-run-kind                   $0 16 05 07 ^02 01
    K1-null-as-a-typed-kind                 03 11 41 | 1A 01 ^02
    K1-null-as-a-nullable-kind              $0 16 1F ^02 01
    K1-null-as-a-field-kind                 03 03 03 ^02 05 61 | 45
    K1-null-as-a-kind-of-an-optional-field  03 03 03 ^42 05 61 | 45
    K1-true-as-an-element-kind              $0 16 ^04 01
    K1-true-as-a-field-kind                 03 03 03 ^04 05 61 | 45
    K1-true-as-a-nullable-kind              $0 16 1F ^04 01
    K2-reserved-code                        $0 ^20 ; needsFeature
    K2-reserved-tag                         $0 ^3F ; needsFeature
    K2-reserved-tag-2a                      $0 ^2A ; needsFeature
    K2-reserved-tag-in-a-row-of-any         $0 16 01 09 45 ^21 ; needsFeature
    K2-reserved-element-kind                $0 16 ^20 01 ; needsFeature
    K2-reserved-member-kind                 $0 17 ^3F 01 ; needsFeature
    K2-reserved-key-kind                    $0 18 ^2B 05 01 ; needsFeature
    K2-reserved-value-kind                  $0 18 05 ^33 01 ; needsFeature
    K2-reserved-body-kind                   $0 19 ^30 01 ; needsFeature
    K2-reserved-run-kind                    $0 16 05 07 ^2F 01 ; needsFeature
    K2-reserved-nullable-kind               $0 16 1F ^27 01 ; needsFeature
    K2-reserved-field-kind                  03 03 03 ^20 05 61 | 45 ; needsFeature
    K2-reserved-kind-of-an-optional-field   03 03 03 ^7F 05 61 | 45 ; needsFeature
    K2-short-int-as-a-kind                  $0 16 ^45 01
    K2-short-string-as-a-kind               $0 16 ^81 01
    K2-short-record-as-a-kind               03 03 01 | 16 ^C0 01
    K2-any-as-a-tag                         $0 ^01 45
    K2-undetermined-as-a-tag                $0 ^00 45
    K2-record-of-a-shape-as-a-tag           03 03 01 | ^15 01
    K3-int-not-in-its-short-form            $0 ^05 0D
    K3-int-0-not-in-its-short-form          $0 ^05 01
    K3-int-63-not-in-its-short-form         $0 ^05 FD
    K3-int-of-any-not-in-its-short-form     $0 16 01 09 45 ^05 0D
    K3-string-not-in-its-short-form         $0 ^0F 03 61
    K3-empty-string-not-in-its-short-form   $0 ^0F 01
    K3-string-of-63-bytes-not-in-its-short-form  $0 ^0F 7F 41*63
    K3-record-not-in-its-short-form         03 03 03 05 05 61 | ^14 01 0D
    K3-record-of-shape-63-not-in-its-short-form  81 03.01*64 | ^14 7F
    K3-body-of-an-object-not-in-its-short-form  05 19 03 41 0B 01 | 19 05 03 ^14 01
    K4-decimal-with-a-leading-zero-byte     $0 0D ^01 05 00
    K4-negative-decimal-with-a-leading-zero-byte  $0 0D ^01 0B 01 00
    K4-decimal-of-17-bytes                  $0 0D ^01 45 01 01 01 01 01 01 01 01 01 01 01 01 01 01 01 01 01
    K4-not-a-number-with-an-exponent        $0 0D ^05 03
    K4-decimal-in-a-row                     $0 16 0D 09 01 05 07 ^01 05 00
    K4-decimal-with-too-large-an-exponent   $0 0D ^04 00 08 05 07
    K4-decimal-with-too-small-an-exponent   $0 0D ^0C 00 08 05 07
    K4-number-text-of-a-decimal             $0 0E 07 ^ 31 2E 35
    K4-number-text-of-0                     $0 0E 03 ^ 30
    K4-number-text-of-0-with-a-fraction     $0 0E 07 ^ 30 2E 30
    K4-number-text-of-a-power-of-ten        $0 0E 0F ^ 31 65 33 32 37 36 38
    K4-number-text-of-the-largest-power-of-ten  $0 0E 0F ^ 31 65 33 32 38 30 35
    K4-number-text-with-a-fraction-and-zeros  $0 0E 17 ^ 31 32 2E 35 30 65 33 32 37 36 38
    K4-number-text-of-a-small-fraction      $0 0E 19 ^ 30 2E 30 30 31 65 2D 33 32 37 36 35
    K4-number-text-of-a-small-decimal       $0 0E 13 ^ 2D 31 45 2D 33 32 37 36 38
    K4-number-text-of-the-largest-mantissa  $0 0E 4F ^ 33 34 30 32 38 32 33 36 36 39 32 30 39 33 38 34 36 33 34 36 33 33 37 34 36 30 37 34 33 31 37 36 38 32 31 31 34 35 35
    K4-number-text-with-zeros-behind        $0 0E 5B ^ 31 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30
    K4-number-text-that-is-none             $0 0E 05 ^ 31 61
    K4-empty-number-text                    $0 0E 01 ^
    K4-number-text-with-a-leading-zero      $0 0E 05 ^ 30 31
    K4-number-text-of-a-sign                $0 0E 03 ^ 2D
    K4-number-text-with-a-plus              $0 0E 05 ^ 2B 31
    K4-number-text-that-ends-in-a-point     $0 0E 05 ^ 31 2E
    K4-number-text-that-begins-with-a-point  $0 0E 05 ^ 2E 35
    K4-number-text-without-an-exponent      $0 0E 05 ^ 31 65
    K4-number-text-with-a-sign-as-exponent  $0 0E 07 ^ 31 65 2B
    K4-number-text-of-a-word                $0 0E 07 ^ 4E 61 4E
    K4-number-text-in-base-16               $0 0E 07 ^ 30 78 31
    K4-number-text-with-a-space             $0 0E 05 ^ 20 31
    K4-number-text-with-a-space-behind      $0 0E 05 ^ 31 20
    K4-number-text-with-a-line-end          $0 0E 05 ^ 31 0A
    K4-number-text-of-other-digits          $0 0E 05 ^ D9 A1
    K4-url-without-parts                    $0 13 ^01
    K4-url-of-9-parts                       $0 13 ^13 03 61 03 61 03 61 03 61 03 61 03 61 03 61 03 61 03 61
    K4-extension-of-another-length          $X 1D ^09 01 45 45 45 ; single
    K4-extension-that-ends-late             $X 1D ^03 01 45
    K4-argument-that-ends-late              $X 1D ^07 01 45 81 61
    K4-extension-in-a-field                 05 39 21 65 2E 65 03 03 1D 05 61 | C0 ^03 01 45
    K4-bool-of-2                            03 19 03 41 | 19 1A 01 03 01 ^02
    K4-bool-of-255                          03 11 41 | 1A 01 03 ^FF
    K4-bool-of-2-in-an-optional-field       03 03 03 43 05 61 | C0 01 ^02
    K4-bool-of-2-in-a-nullable-field        03 03 03 83 05 61 | C0 01 ^02
    K4-bool-of-2-in-a-field-of-mode-3       03 03 03 C3 05 61 | C0 03 ^02
    K5-external-blob                        $0 ^1E 01 ; needsFeature
    K5-external-blob-in-a-row-of-any        $0 16 01 09 45 ^1E 01 ; needsFeature
    K5-external-blobs-as-elements           $0 16 ^1E 05 01 ; needsFeature
    K5-external-blobs-as-members            $0 17 ^1E 05 01 ; needsFeature
    K5-external-blobs-as-keys               $0 18 ^1E 05 01 ; needsFeature
    K5-external-blobs-as-values             $0 18 05 ^1E 01 ; needsFeature
    K5-external-blobs-in-a-run              $0 16 05 07 ^1E 01 01 ; needsFeature
    K5-nullable-external-blobs              $0 16 1F ^1E 01 ; needsFeature
    K5-external-blob-as-a-body              $0 19 ^1E 01 ; needsFeature
    K5-external-blob-as-a-field             03 03 03 ^1E 05 61 | 45 ; needsFeature
    """)
}
