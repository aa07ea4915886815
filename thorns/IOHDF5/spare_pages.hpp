// SPDX-License-Identifier: Apache-2.0
// Memory for values on their way to files, kept between outputs: new memory is slower than that in
// use.
#pragma once
#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "page_bytes.hpp"

namespace cardon {

/// Keeps what was given back, never more than was out at once. All members may be called by several
/// threads.
class SparePages {
 public:
  /// That of all outputs of the process, which goes with the last of them.
  static std::shared_ptr<SparePages> of_process();

  /// So many bytes, whatever they hold.
  PageBytes take(std::size_t bytes);
  /// Takes back what take() has returned.
  void give(PageBytes pages);
  /// Bytes that are kept for the next take().
  std::size_t kept() const;

 private:
  PageBytes fitting(std::size_t bytes);

  mutable std::mutex mutex_;
  std::vector<PageBytes> spare_;
  std::size_t kept_ = 0, out_ = 0, max_out_ = 0;
};

}  // namespace cardon
