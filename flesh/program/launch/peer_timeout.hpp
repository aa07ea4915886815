// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/machine.hpp>
#include <cardon/services/transport.hpp>
#include <cardon/thorn/error.hpp>
#include <filesystem>
#include <string>
#include <vector>

namespace cardon {

/// Ends a run whose ranks wait for others that are gone, because a network is cut, or a rank or a
/// host hangs. Each rank finds out by itself.
class PeerTimeout {
 public:
  /// `seconds` without a heartbeat are too many; 0: never, but the
  /// transport's warnings tell notes(). `transport` must be the one that
  /// moves the bytes; others offer no Heartbeat, and nothing is watched. `machine` is referred
  /// to. Must live as long as messages are waited for. Collective.
  PeerTimeout(Transport& transport, double seconds, const Machine& machine);
  PeerTimeout(const PeerTimeout&) = delete;
  PeerTimeout& operator=(const PeerTimeout&) = delete;

  /// Where the checkpoints of the run are.
  void set_folder(const std::filesystem::path& run) { run_ = run; }
  /// Throws Error transport/cut (exit_environment): over which link nothing has come from these
  /// ranks, which is the last complete checkpoint, what to do.
  [[noreturn]] void give_up(const std::vector<int>& ranks) const;
  /// What a warning that these ranks are silent should tell besides: the link, the checkpoint.
  std::vector<std::string> notes(const std::vector<int>& ranks) const;

 private:
  std::string message(const std::vector<int>& ranks) const;
  std::string name(int rank) const;
  std::vector<int> far_ranks(const std::vector<int>& ranks) const;
  std::string link_to(int rank) const;

  double seconds_;
  const Machine& machine_;
  int rank_;
  std::vector<std::string> hosts_;  // by rank
  std::filesystem::path run_;
};

}  // namespace cardon
