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
  /// Begins with the checksum of no bytes.
  DataChecksum();
  ~DataChecksum();
  DataChecksum(const DataChecksum&) = delete;
  DataChecksum& operator=(const DataChecksum&) = delete;

  /// Appends bytes.
  void add(std::span<const std::byte> bytes);
  static constexpr std::size_t digits = 32;  ///< of hex()
  /// The checksum of all that was added, in hexadecimal digits.
  std::string hex() const;

  /// The checksum of these bytes alone, as hex().
  static std::string of(std::span<const std::byte> bytes);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace cardon
