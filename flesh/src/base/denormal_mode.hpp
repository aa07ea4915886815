// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cardon {

/// How this thread, and those that it starts meanwhile, treat denormals as long as this lives:
/// results too small for a normal number (2.2e-308) and such operands. Kept, processors compute
/// with them up to a hundred times more slowly, so that fields that decay would be most expensive
/// where nothing happens. On processors other than x86-64 and AArch64 they are always kept.
class DenormalMode {
 public:
  enum class Treatment { keep, flush };  ///< flush: they are 0
  explicit DenormalMode(Treatment treatment);
  ~DenormalMode();
  DenormalMode(const DenormalMode&) = delete;
  DenormalMode& operator=(const DenormalMode&) = delete;
  /// Of this thread now, whoever chose it.
  static Treatment current();

 private:
  unsigned long before_;
};

}  // namespace cardon
