// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>

namespace cardon {

/// Memory from the system, in huge pages where it gives them (2 to 10 % of a memory-bound kernel),
/// aligned to 64 bytes or better. With a GPU it can be reached from both sides.
class PageMemory {
 public:
  /// Throws Error (environment/memory, exit_environment) if there is not enough.
  explicit PageMemory(std::size_t bytes);
  PageMemory(const PageMemory&) = delete;
  PageMemory& operator=(const PageMemory&) = delete;
  ~PageMemory();

  /// Its first byte.
  std::byte* data() const { return data_; }

 private:
  void* base_ = nullptr;
  std::size_t mapped_ = 0;
  std::byte* data_ = nullptr;
};

}  // namespace cardon
