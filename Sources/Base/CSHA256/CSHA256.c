#include "CSHA256.h"

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>

bool touchstone_sha256_is_available(void) {
  unsigned a, b, c, d;
  // SSSE3 and SSE4.1, then the SHA extensions.
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & 1u << 9) || !(c & 1u << 19)) return false;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && b & 1u << 29;
}

__attribute__((target("sha,ssse3,sse4.1"))) void touchstone_sha256_compress(
    uint32_t *state, const uint32_t *constants, const uint8_t *bytes, size_t blocks) {
  const __m128i order = _mm_set_epi64x(0x0c0d0e0f08090a0bLL, 0x0405060700010203LL);
  // The instructions want the state as two vectors: a, b, e, f and c, d, g, h.
  __m128i dcba = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0xB1);
  __m128i hgfe = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(state + 4)), 0x1B);
  __m128i abef = _mm_alignr_epi8(dcba, hgfe, 8);
  __m128i cdgh = _mm_blend_epi16(hgfe, dcba, 0xF0);
  for (; blocks > 0; blocks--, bytes += 64) {
    const __m128i first = abef, second = cdgh;
    __m128i words[4];
#pragma clang loop unroll(full)
    for (int round = 0; round < 16; round++) {
      __m128i *now = &words[round & 3];
      const __m128i last = words[(round + 3) & 3];
      if (round < 4) {
        *now = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)bytes + round), order);
      } else {
        const __m128i between = _mm_alignr_epi8(last, words[(round + 2) & 3], 4);
        const __m128i early = _mm_sha256msg1_epu32(*now, words[(round + 1) & 3]);
        *now = _mm_sha256msg2_epu32(_mm_add_epi32(early, between), last);
      }
      __m128i sum = _mm_add_epi32(*now, _mm_loadu_si128((const __m128i *)constants + round));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0E));
    }
    abef = _mm_add_epi32(abef, first);
    cdgh = _mm_add_epi32(cdgh, second);
  }
  const __m128i feba = _mm_shuffle_epi32(abef, 0x1B);
  const __m128i dchg = _mm_shuffle_epi32(cdgh, 0xB1);
  _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(feba, dchg, 0xF0));
  _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}

#else

bool touchstone_sha256_is_available(void) { return false; }

void touchstone_sha256_compress(
    uint32_t *state, const uint32_t *constants, const uint8_t *bytes, size_t blocks) {}

#endif
