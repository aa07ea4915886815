// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "retry/attempt.hpp"

namespace cardon {

/// All attempts so far to get one run done, and what follows from them.
class Attempts {
 public:
  /// Nothing: there may be any number of them.
  explicit Attempts(std::optional<int> retries)
      : max_attempts_(retries ? std::size_t(*retries) + 1
                              : std::numeric_limits<std::size_t>::max()),
        limited_(retries.has_value()) {}

  void add(Attempt ended) { attempts_.push_back(std::move(ended)); }
  std::size_t count() const { return attempts_.size(); }
  const Attempt& last() const { return attempts_.back(); }

  /// What a next attempt continues from; nothing if there is no checkpoint. Where an attempt was
  /// refused one, such as that of the last step, it is the one before.
  std::optional<AttemptCheckpoint> source() const;
  /// Whether the last attempt ended in a way that may be another the next time.
  bool is_worth_another() const;
  bool are_used_up() const { return attempts_.size() >= max_attempts_; }
  /// Whether the last attempt wrote a checkpoint, or lasted for long.
  bool got_further() const;

  /// "attempt 1 of 4 ended after 12 s: killed by SIGKILL; lost: 4.1 s, about 37 iterations"
  std::string end_text() const;
  /// "attempt 2 of 4 restarts from iteration 200 of runs/wave/0001, in runs/wave/0002, by mpirun -n
  /// 3"
  std::string next_text(const Attempt& next) const;
  /// "attempt 2 of 4 was the last: exit code 0 (finished); outputs are in runs/wave/0001, ..."
  std::string conclusion() const;
  /// Throws Error (run/no-more-retries). `why`: there is no other attempt; empty: all are used up.
  [[noreturn]] void give_up(const std::string& why = "") const;
  /// The exit code of the last attempt, or what it recorded before it was killed; exit_environment
  /// if it was killed earlier or did not come to its end.
  int exit_code() const;

 private:
  std::string name_of(std::size_t number) const;
  std::vector<Attempt> attempts_;
  std::size_t max_attempts_;
  bool limited_;
};

}  // namespace cardon
