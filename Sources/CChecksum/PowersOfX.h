#ifndef POWERSOFX_H
#define POWERSOFX_H

// Powers of x modulo P, reflected. Nobody has to trust them: ChecksumTests computes
// every one again.

/// x^(64 i - 1) for i from 2 to 33: folding by d blocks, 128 d bits, multiplies the last half of a
/// block by x^(128 d - 1) and the first half by x^(128 d + 63), for d from 1 to 16.
#define KARC_FOLDING_POWERS(POWER) \
  POWER(127, 0x9BA54C6F) POWER(191, 0x65673B46) \
  POWER(255, 0x01B5FD1D) POWER(319, 0x9570D495) \
  POWER(383, 0x2A283862) POWER(447, 0x69CCFC0D) \
  POWER(511, 0xCAD38E8F) POWER(575, 0x653D9822) \
  POWER(639, 0x8E42B13E) POWER(703, 0x5A03A0CF) \
  POWER(767, 0x101A2331) POWER(831, 0x759FC69D) \
  POWER(895, 0xC64AC0B8) POWER(959, 0x019866E8) \
  POWER(1023, 0x7406FA95) POWER(1087, 0x7D657A10) \
  POWER(1151, 0x6DD804D9) POWER(1215, 0x72D2649A) \
  POWER(1279, 0x1D5DCE44) POWER(1343, 0x199560DB) \
  POWER(1407, 0xF09A54AC) POWER(1471, 0xDEB15A1F) \
  POWER(1535, 0xC56D9496) POWER(1599, 0x67F79476) \
  POWER(1663, 0x523D48C4) POWER(1727, 0x733FFA0B) \
  POWER(1791, 0xD63A56A6) POWER(1855, 0x8F739CB4) \
  POWER(1919, 0xC4D49C39) POWER(1983, 0x27D0443C) \
  POWER(2047, 0x03F9F863) POWER(2111, 0x7CC8E1E7)

/// What the last reduction multiplies the first half of 16 bytes by.
#define KARC_X_95 0xCCAA009E

/// Bytes in each of three lanes that the checksum instructions work on at a time.
#define KARC_LANE_BYTE_COUNT 4096
/// x to the bits of one lane, and of two.
#define KARC_X_32768 0x09FE548F
#define KARC_X_65536 0x83852D0F

/// x^95 divided by P: 64 coefficients, reflected.
#define KARC_QUOTIENT 0xB4E5B025F7011641

#endif
