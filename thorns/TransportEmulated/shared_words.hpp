// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/transport.hpp>
#include <cardon/thorn/error.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace cardon {

/// Numbers that all ranks of a run see and change, zero at the beginning. They have no name once
/// all ranks have them, so nothing stays behind and several runs on a host do not meet.
class SharedWords {
 public:
  /// Collective. `where`: the user's text that asked for it. Throws on every rank alike: Error
  /// (emulation/several-hosts) if a rank cannot see the memory of rank 0, Error
  /// (emulation/shared-memory, exit_environment) if it cannot be allocated.
  SharedWords(Transport& transport, std::size_t words, const Location& where);

  std::span<std::int64_t> words() const { return {memory_.get(), size_}; }

 private:
  std::shared_ptr<std::int64_t> memory_;
  std::size_t size_;
};

}  // namespace cardon
