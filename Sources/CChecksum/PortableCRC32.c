#include "CRC32Methods.h"

// Eight tables ("slicing by 8", Kounavis and Berry 2005): table k holds what each value of a byte
// adds to the checksum when k more bytes follow. An entry is the sum of what the byte's bits add,
// and those are x^(32 + 8 k), the highest bit, to x^(39 + 8 k), the lowest: row k below.

#define ENTRY(i, b7, b6, b5, b4, b3, b2, b1, b0)                                        \
  (((i) & 128 ? b7 : 0u) ^ ((i) & 64 ? b6 : 0u) ^ ((i) & 32 ? b5 : 0u)                  \
   ^ ((i) & 16 ? b4 : 0u) ^ ((i) & 8 ? b3 : 0u) ^ ((i) & 4 ? b2 : 0u)                   \
   ^ ((i) & 2 ? b1 : 0u) ^ ((i) & 1 ? b0 : 0u))
#define ENTRIES_4(i, ...)                                                               \
  ENTRY(i, __VA_ARGS__), ENTRY(i + 1, __VA_ARGS__), ENTRY(i + 2, __VA_ARGS__),          \
      ENTRY(i + 3, __VA_ARGS__)
#define ENTRIES_16(i, ...)                                                              \
  ENTRIES_4(i, __VA_ARGS__), ENTRIES_4(i + 4, __VA_ARGS__),                             \
      ENTRIES_4(i + 8, __VA_ARGS__), ENTRIES_4(i + 12, __VA_ARGS__)
#define ENTRIES_64(i, ...)                                                              \
  ENTRIES_16(i, __VA_ARGS__), ENTRIES_16(i + 16, __VA_ARGS__),                          \
      ENTRIES_16(i + 32, __VA_ARGS__), ENTRIES_16(i + 48, __VA_ARGS__)
#define TABLE(...)                                                                      \
  {ENTRIES_64(0, __VA_ARGS__), ENTRIES_64(64, __VA_ARGS__), ENTRIES_64(128, __VA_ARGS__), \
   ENTRIES_64(192, __VA_ARGS__)}

static const uint32_t tables[8][256] = {
  TABLE(0xEDB88320, 0x76DC4190, 0x3B6E20C8, 0x1DB71064, 0x0EDB8832, 0x076DC419, 0xEE0E612C,
        0x77073096),
  TABLE(0x3B83984B, 0xF0794F05, 0x958424A2, 0x4AC21251, 0xC8D98A08, 0x646CC504, 0x32366282,
        0x191B3141),
  TABLE(0xE1351B80, 0x709A8DC0, 0x384D46E0, 0x1C26A370, 0x0E1351B8, 0x0709A8DC, 0x0384D46E,
        0x01C26A37),
  TABLE(0xED59B63B, 0x9B14583D, 0xA032AF3E, 0x5019579F, 0xC5B428EF, 0x8F629757, 0xAA09C88B,
        0xB8BC6765),
  TABLE(0xB1E6B092, 0x58F35849, 0xC1C12F04, 0x60E09782, 0x30704BC1, 0xF580A6C0, 0x7AC05360,
        0x3D6029B0),
  TABLE(0x1EB014D8, 0x0F580A6C, 0x07AC0536, 0x03D6029B, 0xEC53826D, 0x9B914216, 0x4DC8A10B,
        0xCB5CD3A5),
  TABLE(0x8816EAF2, 0x440B7579, 0xCFBD399C, 0x67DE9CCE, 0x33EF4E67, 0xF44F2413, 0x979F1129,
        0xA6770BB4),
  TABLE(0x533B85DA, 0x299DC2ED, 0xF9766256, 0x7CBB312B, 0xD3E51BB5, 0x844A0EFA, 0x4225077D,
        0xCCAA009E),
};

/// Four bytes, the first one lowest, on any processor.
static inline uint32_t little_4(const uint8_t *bytes) {
  return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

uint32_t karc_crc32_by_table(uint32_t crc, const uint8_t *bytes, size_t count) {
  crc = ~crc;
  for (; count >= 8; count -= 8, bytes += 8) {
    uint32_t low = crc ^ little_4(bytes);
    uint32_t high = little_4(bytes + 4);
    crc = tables[7][low & 255] ^ tables[6][low >> 8 & 255] ^ tables[5][low >> 16 & 255]
        ^ tables[4][low >> 24] ^ tables[3][high & 255] ^ tables[2][high >> 8 & 255]
        ^ tables[1][high >> 16 & 255] ^ tables[0][high >> 24];
  }
  for (; count > 0; count--, bytes++) crc = crc >> 8 ^ tables[0][(crc ^ *bytes) & 255];
  return ~crc;
}
