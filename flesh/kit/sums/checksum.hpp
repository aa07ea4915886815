// SPDX-License-Identifier: Apache-2.0
// Checksums of fields that do not depend on the decomposition.
#pragma once
#include <array>
#include <cardon/thorn/box.hpp>
#include <cstdint>
#include <string>

namespace cardon {

/// 128 bits over (global index, bits of the value) of every point: two sums modulo 2^64 of mixed
/// words, so that points may come in any order and blocks may be merged in any grouping. It finds
/// mistakes, not forgeries. -0 and +0 differ, and so do NaNs of different payload. Trivially
/// copyable, 16 bytes, fit for one collective sum of two 64-bit words.
class FieldChecksum {
 public:
  /// Adds `count` points along x; `first` is the global index of row[0].
  void add_row(const double* row, int count, const Index3& first);
  void merge(const FieldChecksum& other);
  /// 32 hexadecimal digits; all zero for no points.
  std::string hex() const;

  /// The two sums; added word by word modulo 2^64 they merge like the checksums.
  const std::array<std::uint64_t, 2>& words() const { return words_; }

  bool operator==(const FieldChecksum&) const = default;

 private:
  std::array<std::uint64_t, 2> words_{0, 0};
};

}  // namespace cardon
