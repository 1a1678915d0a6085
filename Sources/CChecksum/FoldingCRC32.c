#include "CRC32Methods.h"

#if KARC_HAS_FOLDING

#include <immintrin.h>

#include "PowersOfX.h"

// The method: Gopal et al., "Fast CRC Computation for Generic Polynomials Using PCLMULQDQ
// Instruction", Intel 2009. The checksum is the message, as one long polynomial, times x^32 modulo
// P. A 16-byte block that stands n bits before another one may be replaced by any polynomial
// congruent to it times x^n, added to that other block: this is folding, two carry-less
// multiplications.
//
// Bits are reflected: bit i of a 128-bit register is the coefficient of x^(127 - i). So the low
// half H is the first 8 bytes of a block, the high half L the last 8, and the block is H x^64 + L.
// The product of two 64-bit registers comes out one bit too low in 128, which means times x:
// folding by n multiplies H by x^(n + 63) and L by x^(n - 1).
//
// Nothing is folded one block after the other unless the message is long: each of the last blocks
// is folded to the end by its own distance, so that all multiplications run side by side. Bytes
// that do not fill a block stand at the front, behind zeros, which change no checksum.

#define FOLDING __attribute__((target("pclmul,sse4.1")))
#define WIDE_FOLDING __attribute__((target("vpclmulqdq,avx512f,avx512vl,pclmul,sse4.1")))
#define INLINE static inline __attribute__((always_inline))

/// At 2 d and 2 d + 1 the powers that fold by d blocks: for the high half, and for the low one.
#define POWER(exponent, remainder) [(exponent + 1) / 64] = (uint64_t)remainder << 32,
static const uint64_t powers[34] = {KARC_FOLDING_POWERS(POWER)};
#undef POWER

/// Sixteen of these, from index 16 - n, move bytes up by n places; from 16 + n, down by n.
static const uint8_t shifts[48] = {
  128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128,
  0,   1,   2,   3,   4,   5,   6,   7,   8,   9,   10,  11,  12,  13,  14,  15,
  128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128,
};

FOLDING INLINE __m128i load(const uint8_t *bytes) {
  return _mm_loadu_si128((const __m128i *)bytes);
}

FOLDING INLINE __m128i folded(__m128i block, size_t distance) {
  __m128i power = _mm_loadu_si128((const __m128i *)(powers + 2 * distance));
  return _mm_xor_si128(
      _mm_clmulepi64_si128(block, power, 0x10), _mm_clmulepi64_si128(block, power, 0x01));
}

/// `block` x^32 modulo P. First x^96 H + x^32 L becomes 96 bits, h x^32 + l; then Barrett: the
/// quotient of that by P is h (x^95 / P) / x^63, without remainders, and what is left after
/// subtracting it P times are 32 bits.
FOLDING INLINE uint32_t reduced(__m128i block) {
  const __m128i power = _mm_cvtsi32_si128((int)KARC_X_95);
  const __m128i division = _mm_set_epi64x(0x1DB710641, (long long)KARC_QUOTIENT);
  __m128i sum = _mm_xor_si128(_mm_clmulepi64_si128(block, power, 0x00), _mm_srli_si128(block, 8));
  __m128i quotient = _mm_clmulepi64_si128(sum, division, 0x00);
  __m128i multiple = _mm_clmulepi64_si128(quotient, division, 0x10);
  return (uint32_t)_mm_extract_epi32(_mm_xor_si128(multiple, sum), 2);
}

/// The state over fewer than 16 bytes. Loads overlap, so that none is outside.
FOLDING INLINE uint32_t short_state(uint32_t state, const uint8_t *bytes, size_t count) {
  uint64_t high = state, low;
  if (count >= 8) {
    high ^= karc_load_8(bytes);
    low = karc_load_8(bytes + count - 8) ^ (uint64_t)state >> 8 * (count - 8);
    return reduced(_mm_set_epi64x((long long)low, (long long)(high << 8 << 8 * (15 - count))));
  }
  if (count >= 4) {
    low = karc_load_4(bytes) | (uint64_t)karc_load_4(bytes + count - 4) << 8 * (count - 4);
    low = (low ^ state) << 8 * (8 - count);
    return reduced(_mm_set_epi64x((long long)low, 0));
  }
  if (count == 0) return state;
  low = bytes[0] | (uint64_t)bytes[count / 2] << 8 * (count / 2)
      | (uint64_t)bytes[count - 1] << 8 * (count - 1);
  low = (low ^ state) << 8 * (8 - count);
  return reduced(_mm_set_epi64x((long long)low, 0)) ^ state >> 8 * count;
}

/// Whole blocks that are left, and what to add to the first of them.
typedef struct {
  const uint8_t *bytes;
  size_t count;
  __m128i carry;
} Blocks;

/// Splits at least 16 bytes into whole blocks and the bytes before them, which `head` receives.
/// What of the state goes beyond the head belongs to the first whole block.
FOLDING INLINE Blocks split(
    uint32_t state, const uint8_t *bytes, size_t count, __m128i *head) {
  size_t rest = count % 16;
  __m128i first = _mm_cvtsi32_si128((int)state);
  *head = _mm_shuffle_epi8(_mm_xor_si128(load(bytes), first), load(shifts + rest));
  return (Blocks){
    bytes + rest, count / 16, _mm_shuffle_epi8(first, load(shifts + 16 + rest))};
}

/// Adds `count` blocks, each folded to the last, to what was folded to the last before.
FOLDING INLINE uint32_t finish(__m128i sum, const uint8_t *bytes, size_t count) {
  for (; count > 1; count--, bytes += 16) sum = _mm_xor_si128(sum, folded(load(bytes), count - 1));
  if (count > 0) sum = _mm_xor_si128(sum, load(bytes));
  return reduced(sum);
}

/// Four blocks at a time, which stand before `blocks`.
FOLDING INLINE uint32_t fold_lanes(__m128i lanes[4], const uint8_t *bytes, size_t count) {
  __m128i a = lanes[0], b = lanes[1], c = lanes[2], d = lanes[3];
  for (; count >= 4; count -= 4, bytes += 64) {
    a = _mm_xor_si128(folded(a, 4), load(bytes));
    b = _mm_xor_si128(folded(b, 4), load(bytes + 16));
    c = _mm_xor_si128(folded(c, 4), load(bytes + 32));
    d = _mm_xor_si128(folded(d, 4), load(bytes + 48));
  }
  __m128i sum = _mm_xor_si128(
      _mm_xor_si128(folded(a, count + 3), folded(b, count + 2)), folded(c, count + 1));
  return finish(_mm_xor_si128(sum, count > 0 ? folded(d, count) : d), bytes, count);
}

FOLDING uint32_t karc_crc32_by_folding(uint32_t crc, const uint8_t *bytes, size_t count) {
  if (count < 16) return ~short_state(~crc, bytes, count);
  __m128i head;
  Blocks blocks = split(~crc, bytes, count, &head);
  __m128i first = _mm_xor_si128(load(blocks.bytes), blocks.carry);
  if (blocks.count <= 16) {
    __m128i sum = folded(head, blocks.count);
    sum = _mm_xor_si128(sum, blocks.count > 1 ? folded(first, blocks.count - 1) : first);
    return ~finish(sum, blocks.bytes + 16, blocks.count - 1);
  }
  __m128i lanes[4] = {
    _mm_xor_si128(first, folded(head, 1)), load(blocks.bytes + 16), load(blocks.bytes + 32),
    load(blocks.bytes + 48)};
  return ~fold_lanes(lanes, blocks.bytes + 64, blocks.count - 4);
}

WIDE_FOLDING INLINE __m512i wide_load(const uint8_t *bytes) { return _mm512_loadu_si512(bytes); }

/// `addend` + `blocks` folded: one instruction adds three.
WIDE_FOLDING INLINE __m512i wide_folded(__m512i blocks, size_t distance, __m512i addend) {
  __m512i power =
      _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)(powers + 2 * distance)));
  return _mm512_ternarylogic_epi64(
      _mm512_clmulepi64_epi128(blocks, power, 0x10), _mm512_clmulepi64_epi128(blocks, power, 0x01),
      addend, 0x96);
}

/// As `karc_crc32_by_folding`, with four blocks in each of four lanes.
WIDE_FOLDING uint32_t karc_crc32_by_wide_folding(
    uint32_t crc, const uint8_t *bytes, size_t count) {
  if (count < KARC_WIDE_BYTE_COUNT) return karc_crc32_by_folding(crc, bytes, count);
  __m128i head;
  Blocks blocks = split(~crc, bytes, count, &head);
  const uint8_t *next = blocks.bytes;
  __m128i carry = _mm_xor_si128(blocks.carry, folded(head, 1));
  __m512i a = _mm512_xor_si512(wide_load(next), _mm512_zextsi128_si512(carry));
  __m512i b = wide_load(next + 64), c = wide_load(next + 128), d = wide_load(next + 192);
  size_t left = blocks.count - 16;
  next += 256;
  for (; left >= 16; left -= 16, next += 256) {
    a = wide_folded(a, 16, wide_load(next));
    b = wide_folded(b, 16, wide_load(next + 64));
    c = wide_folded(c, 16, wide_load(next + 128));
    d = wide_folded(d, 16, wide_load(next + 192));
  }
  d = wide_folded(c, 4, wide_folded(b, 8, wide_folded(a, 12, d)));
  for (; left >= 4; left -= 4, next += 64) d = wide_folded(d, 4, wide_load(next));
  __m128i lanes[4] = {
    _mm512_castsi512_si128(d), _mm512_extracti32x4_epi32(d, 1), _mm512_extracti32x4_epi32(d, 2),
    _mm512_extracti32x4_epi32(d, 3)};
  return ~fold_lanes(lanes, next, left);
}

#endif
