// SPDX-License-Identifier: Apache-2.0
// Compilers may be told to change results of floating-point operations. Then ranks, blocks and
// ghost zones would change bits.
#pragma once
#include <string>

namespace cardon {

/// The first flag by which the compiler need not follow the rules of floating-point numbers, of the
/// flags of one source as recorded by -frecord-gcc-switches; empty if there is none.
std::string inexact_flag(const std::string& compiled);

/// Notes how this thread treats small numbers, which code linked with -ffast-math changes as soon
/// as it is loaded, for all that comes after it.
class SmallNumbersWatch {
 public:
  SmallNumbersWatch();
  /// Whether that was changed; changes it back.
  bool restored() const;

 private:
  unsigned mode_;
};

}  // namespace cardon
