#ifndef CCHECKSUM_H
#define CCHECKSUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Goes on from `crc`, the CRC-32 of zlib, PNG and gzip over all bytes before these, which is 0 at
/// the start. O(count). Reads no byte outside of the buffer; `bytes` may be null if `count` is 0.
///
/// P is the polynomial x^32 + x^26 + x^23 + x^22 + x^16 + x^12 + x^11 + x^10 + x^8 + x^7 + x^5 +
/// x^4 + x^2 + x + 1. Bits are reflected: bit 31 of a checksum is the coefficient of x^0.
uint32_t karc_crc32(uint32_t crc, const void *bytes, size_t count);

// What follows is for tests.

/// The ways to compute it, each with the processor it needs.
typedef enum {
  /// Tables, eight bytes at a time: any processor.
  karc_crc32_portable,
  /// Carry-less multiplication of 16 bytes: x86-64 with PCLMULQDQ and SSE4.1.
  karc_crc32_folding,
  /// Carry-less multiplication of 64 bytes: x86-64 with VPCLMULQDQ and AVX-512.
  karc_crc32_wide_folding,
  /// The checksum instructions of ARM, 64 bits with the CRC32 extension.
  karc_crc32_instruction,
} karc_crc32_method;

/// Whether this machine can compute it that way.
bool karc_crc32_is_available(karc_crc32_method method);

/// `karc_crc32` in one of the ways, which has to be available.
uint32_t karc_crc32_by(
    karc_crc32_method method, uint32_t crc, const void *bytes, size_t count);

/// `remainder` is x^`exponent` modulo P, reflected.
typedef struct {
  uint32_t exponent;
  uint32_t remainder;
} karc_crc32_power;

/// The powers that the methods multiply by, so that a test can compute them again. After the last
/// one the exponent is 0.
karc_crc32_power karc_crc32_power_at(size_t index);

/// x^95 divided by P, without the remainder: 64 coefficients, reflected.
uint64_t karc_crc32_quotient(void);

#endif
