#include "CRC32Methods.h"

#if KARC_HAS_INSTRUCTION

#include <arm_acle.h>

#include "PowersOfX.h"

#if defined(__clang__)
#define WITH_INSTRUCTION __attribute__((target("crc")))
#else
#define WITH_INSTRUCTION __attribute__((target("+crc")))
#endif

/// The product of two polynomials modulo P, reflected.
static uint32_t product(uint32_t a, uint32_t b) {
  uint32_t sum = 0;
  for (int bit = 31; bit >= 0; bit--) {
    sum ^= b & -(a >> bit & 1);
    b = b >> 1 ^ (0xEDB88320 & -(b & 1));
  }
  return sum;
}

/// An instruction takes eight bytes and waits for the one before, so long inputs go in three lanes;
/// the checksum of a lane moves past the lanes after it by multiplication.
WITH_INSTRUCTION uint32_t karc_crc32_by_instruction(
    uint32_t crc, const uint8_t *bytes, size_t count) {
  const size_t lane = KARC_LANE_BYTE_COUNT;
  crc = ~crc;
  for (; count >= 3 * lane; count -= 3 * lane, bytes += 3 * lane) {
    uint32_t second = 0, third = 0;
    for (size_t i = 0; i < lane; i += 8) {
      crc = __crc32d(crc, karc_load_8(bytes + i));
      second = __crc32d(second, karc_load_8(bytes + lane + i));
      third = __crc32d(third, karc_load_8(bytes + 2 * lane + i));
    }
    crc = product(crc, KARC_X_65536) ^ product(second, KARC_X_32768) ^ third;
  }
  for (; count >= 8; count -= 8, bytes += 8) crc = __crc32d(crc, karc_load_8(bytes));
  if (count & 4) {
    crc = __crc32w(crc, karc_load_4(bytes));
    bytes += 4;
  }
  for (count &= 3; count > 0; count--, bytes++) crc = __crc32b(crc, *bytes);
  return ~crc;
}

#endif
