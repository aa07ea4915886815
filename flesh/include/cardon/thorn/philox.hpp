// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <Kokkos_Macros.hpp>
#include <cstdint>

namespace cardon {

/// Four words of 32 bits: a counter, or the random bits made from it.
struct PhiloxWords {
  std::uint32_t word[4];  ///< in the order of Random123
};

/// Philox4x32-10, a bijection of the counter for each of the 2^64 keys that passes BigCrush (J. K.
/// Salmon, M. A. Moraes, R. O. Dror and D. E. Shaw, "Parallel random numbers: as easy as 1, 2, 3",
/// SC11, 2011, section 4.3). The order of words is that of its reference code, Random123.
KOKKOS_INLINE_FUNCTION PhiloxWords philox4x32_10(PhiloxWords c, std::uint32_t key0,
                                                 std::uint32_t key1) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t{0xD2511F53} * c.word[0],
                        b = std::uint64_t{0xCD9E8D57} * c.word[2];
    c = {{std::uint32_t(b >> 32) ^ c.word[1] ^ key0, std::uint32_t(b),
          std::uint32_t(a >> 32) ^ c.word[3] ^ key1, std::uint32_t(a)}};
    key0 += 0x9E3779B9;
    key1 += 0xBB67AE85;
  }
  return c;
}

}  // namespace cardon
