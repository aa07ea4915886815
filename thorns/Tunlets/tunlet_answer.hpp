// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/agreement.hpp>
#include <cardon/thorn/error.hpp>
#include <cardon/tuning/tunlet.hpp>
#include <optional>
#include <vector>

namespace cardon {

/// An action and the number of the tunlet that asked for it.
struct AuthoredAction {
  int author = -1;  // -1: nobody, as for an actuator that is always armed
  TunletAction action;
};

/// What rank 0 answers to the readings of a window: actions, or the error that ends the run.
struct TunletAnswer {
  /// Bytes of the longest answer.
  static constexpr std::size_t max_bytes = 16384;

  std::vector<AuthoredAction> actions;
  std::optional<Error> error;

  /// Adds the action if the answer has space for it.
  bool add(AuthoredAction action);
  /// At most max_bytes. Text that is not UTF-8 is replaced.
  Agreement::Bytes to_bytes() const;
  static TunletAnswer from(const Agreement::Bytes& bytes);

 private:
  std::size_t bytes_ = 2;
};

}  // namespace cardon
