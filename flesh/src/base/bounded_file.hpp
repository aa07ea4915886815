// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <cstddef>
#include <string>

namespace cardon {

/// How much of a file is read and how long a pipe or terminal is waited for.
struct ReadLimits {
  std::size_t bytes = std::size_t{64} << 20;
  std::chrono::milliseconds silence{60000};  ///< with nothing to read
  std::chrono::milliseconds writer{10000};   ///< until somebody opens a FIFO for writing
};

/// The bytes of a file, or why there are none.
struct FileText {
  std::string text;
  std::string failure;  ///< such as "Is a directory"; empty if `text` is complete
};

/// Reads a file, pipe or terminal to its end, but neither without end nor for ever: a device such
/// as /dev/zero or a FIFO that nobody writes to is a failure.
FileText read_bounded_file(const std::string& path, const ReadLimits& limits = {});

}  // namespace cardon
