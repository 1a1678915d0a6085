#include "CChecksum.h"

#include "CRC32Methods.h"
#include "PowersOfX.h"

#if KARC_HAS_INSTRUCTION && defined(__linux__)
#include <sys/auxv.h>
#endif

static inline bool can_fold(void) {
#if KARC_HAS_FOLDING
  return __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("sse4.1");
#else
  return false;
#endif
}

static inline bool can_fold_wide(void) {
#if KARC_HAS_FOLDING
  return can_fold() && __builtin_cpu_supports("vpclmulqdq") && __builtin_cpu_supports("avx512f")
      && __builtin_cpu_supports("avx512vl");
#else
  return false;
#endif
}

static inline bool has_instruction(void) {
#if KARC_HAS_INSTRUCTION && defined(__linux__)
  return (getauxval(AT_HWCAP) & (1 << 7)) != 0;  // HWCAP_CRC32
#elif KARC_HAS_INSTRUCTION
  return true;
#else
  return false;
#endif
}

static inline karc_crc32_method best_method(size_t count) {
  if (can_fold()) {
    return count >= KARC_WIDE_BYTE_COUNT && can_fold_wide() ? karc_crc32_wide_folding
                                                            : karc_crc32_folding;
  }
  return has_instruction() ? karc_crc32_instruction : karc_crc32_portable;
}

bool karc_crc32_is_available(karc_crc32_method method) {
  switch (method) {
  case karc_crc32_portable: return true;
  case karc_crc32_folding: return can_fold();
  case karc_crc32_wide_folding: return can_fold_wide();
  case karc_crc32_instruction: return has_instruction();
  }
  return false;
}

static inline uint32_t compute(
    karc_crc32_method method, uint32_t crc, const void *bytes, size_t count) {
  if (count == 0) return crc;
  switch (method) {
#if KARC_HAS_FOLDING
  case karc_crc32_folding: return karc_crc32_by_folding(crc, bytes, count);
  case karc_crc32_wide_folding: return karc_crc32_by_wide_folding(crc, bytes, count);
#endif
#if KARC_HAS_INSTRUCTION
  case karc_crc32_instruction: return karc_crc32_by_instruction(crc, bytes, count);
#endif
  default: return karc_crc32_by_table(crc, bytes, count);
  }
}

uint32_t karc_crc32(uint32_t crc, const void *bytes, size_t count) {
  return compute(best_method(count), crc, bytes, count);
}

uint32_t karc_crc32_by(
    karc_crc32_method method, uint32_t crc, const void *bytes, size_t count) {
  return compute(method, crc, bytes, count);
}

karc_crc32_power karc_crc32_power_at(size_t index) {
#define POWER(exponent, remainder) {exponent, remainder},
  static const karc_crc32_power powers[] = {
    KARC_FOLDING_POWERS(POWER)
    POWER(95, KARC_X_95)
    POWER(8 * KARC_LANE_BYTE_COUNT, KARC_X_32768)
    POWER(16 * KARC_LANE_BYTE_COUNT, KARC_X_65536)
    {0, 0},
  };
#undef POWER
  const size_t last = sizeof powers / sizeof powers[0] - 1;
  return powers[index < last ? index : last];
}

uint64_t karc_crc32_quotient(void) { return KARC_QUOTIENT; }
