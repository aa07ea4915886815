// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cardon {

/// While it lives, results of this thread and of those that it starts that are too small for a
/// normal number (2.2e-308) are 0, and so are such operands. Otherwise processors compute with
/// them up to a hundred times more slowly: fields that decay would be most expensive where nothing
/// happens. On processors other than x86-64 and AArch64 it does nothing.
class FlushedDenormals {
 public:
  FlushedDenormals();
  ~FlushedDenormals();
  FlushedDenormals(const FlushedDenormals&) = delete;
  FlushedDenormals& operator=(const FlushedDenormals&) = delete;

 private:
  unsigned long before_;
};

}  // namespace cardon
