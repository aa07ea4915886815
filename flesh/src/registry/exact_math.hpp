// SPDX-License-Identifier: Apache-2.0
// Compilers may be told to change results of floating-point operations. Then ranks, blocks and
// ghost zones would change bits.
#pragma once
#include <string>

namespace cardon {

/// The first flag by which the compiler need not follow the rules of floating-point numbers, of the
/// flags of one source as recorded by -frecord-gcc-switches; empty if there is none.
std::string inexact_flag(const std::string& compiled);

/// Finds out whether code that is loaded while it lives has small numbers taken for zero, which
/// code linked with -ffast-math does for all that comes after it. This thread keeps them meanwhile,
/// and treats them as before afterwards.
class SmallNumbersWatch {
 public:
  SmallNumbersWatch();
  ~SmallNumbersWatch();
  SmallNumbersWatch(const SmallNumbersWatch&) = delete;
  SmallNumbersWatch& operator=(const SmallNumbersWatch&) = delete;
  bool found() const;

 private:
  unsigned mode_;
};

}  // namespace cardon
