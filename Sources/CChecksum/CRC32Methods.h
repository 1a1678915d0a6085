#ifndef CRC32METHODS_H
#define CRC32METHODS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__x86_64__) && defined(__GNUC__) && !defined(_WIN32)
#define KARC_HAS_FOLDING 1
#elif defined(__aarch64__) && defined(__AARCH64EL__) && (defined(__APPLE__) || defined(__linux__))
#define KARC_HAS_INSTRUCTION 1
#endif

/// The bytes that fill the registers of the wide method; shorter inputs are left to the other one.
#define KARC_WIDE_BYTE_COUNT 256

#define KARC_INTERNAL __attribute__((visibility("hidden")))

KARC_INTERNAL uint32_t karc_crc32_by_table(uint32_t crc, const uint8_t *bytes, size_t count);
KARC_INTERNAL uint32_t karc_crc32_by_folding(uint32_t crc, const uint8_t *bytes, size_t count);
KARC_INTERNAL uint32_t karc_crc32_by_wide_folding(uint32_t crc, const uint8_t *bytes, size_t count);
KARC_INTERNAL uint32_t karc_crc32_by_instruction(uint32_t crc, const uint8_t *bytes, size_t count);

static inline uint32_t karc_load_4(const uint8_t *bytes) {
  uint32_t value;
  memcpy(&value, bytes, sizeof value);
  return value;
}

static inline uint64_t karc_load_8(const uint8_t *bytes) {
  uint64_t value;
  memcpy(&value, bytes, sizeof value);
  return value;
}

#endif
