// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace cardon {

/// XXH3-128 of bytes in their order: finds damage, not forgeries.
class DataChecksum {
 public:
  DataChecksum();
  ~DataChecksum();
  DataChecksum(const DataChecksum&) = delete;
  DataChecksum& operator=(const DataChecksum&) = delete;

  void add(std::span<const std::byte> bytes);
  static constexpr std::size_t digits = 32;
  /// So many hexadecimal digits.
  std::string hex() const;

  static std::string of(std::span<const std::byte> bytes);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace cardon
