// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <limits>
#include <optional>
#include <set>

#include "ensemble/ensemble_spec.hpp"
#include "ensemble/partner_process.hpp"
#include "ensemble/site_manager.hpp"
#include "task_farm/farm_tuner.hpp"

namespace cardon {

/// How long a master waits for the manager of a site, in s.
struct SiteTimeouts {
  double ping = 15;     ///< between two questions whether it is still there
  double silent = 120;  ///< without any message: the connection is lost
  double start = 600;   ///< until its first message: a launcher may have to connect
  double end = 40;      ///< after the connection was closed; then its launcher is killed
};

/// A site as the master sees it: its manager beyond a link, what was sent there, and how many
/// members cross the link at once.
class RemoteSite {
 public:
  /// `whole`: members need not be kept back for other sites.
  RemoteSite(EventLoop& loop, const EnsembleSite& site, const SiteOrder& order, bool whole,
             const std::string& program, const SiteTimeouts& timeouts = {});

  const std::string& name() const { return site_.name; }
  LineChannel& channel() { return *channel_; }
  /// Whether messages reach it.
  bool connected() const { return bool(channel_); }
  bool ended() const { return !process_; }
  /// Closes the connection and calls `then` from the loop when its process has ended, with what
  /// became of it.
  void end(std::function<void(const std::string& how)> then);
  /// Asks for a heartbeat. Returns why it is lost: it has given none for too long.
  std::string ask();
  /// Once, when it was asked for the third time and has never answered.
  bool answered() const { return answered_; }
  bool starts_slowly() const { return !answered_ && unanswered_ == 3; }
  void stop() { channel_->send(R"({"stop": true})"); }

  /// How many members it should get now, if `left` wait and this is its share of all work.
  long wants(long left, double share) const;
  void send(const std::vector<Member>& members, const std::map<int, int>& losses, bool last);
  /// A message of its manager, of so many bytes; figures in it are noted.
  void take(const nlohmann::json& message, std::size_t bytes);
  void settle(const MemberResult& result);
  const std::set<int>& outstanding() const { return outstanding_; }
  /// Members per second, of its workers or of its link.
  double rate() const;
  int workers() const { return workers_; }
  long grain() const { return 1L << (levels_ - 1 - level_); }

  /// After a group of results: another grain or fewer workers, if that pays. `left`: members that
  /// wait for this site.
  std::optional<FarmDecision> tune(long left);

 private:
  double port_seconds(double members) const;  // of the longer one of both directions
  double remaining(long left, int workers) const;

  EnsembleSite site_;
  SiteTimeouts timeouts_;
  int unanswered_ = 0;  // questions since its last message; time is not a measure for a master that
  bool answered_ = false;  // was suspended
  std::unique_ptr<PartnerProcess> process_;
  std::unique_ptr<LineChannel> channel_;
  std::optional<FarmTuner> tuner_;
  std::set<int> outstanding_;
  bool whole_;
  int levels_ = 1, level_ = 0, workers_ = 1;
  int cap_ = std::numeric_limits<int>::max();  // of workers, since some were released
  long worker_grain_ = 1;
  double member_seconds_ = 0;                   // mean
  double sent_bytes_ = 0, received_bytes_ = 0;  // of the last messages, per member
  long settled_ = 0;
  // Of the link, by how long answers take: the shortest of a short message, and of bytes.
  double shortest_ = 0, byte_seconds_ = 0, byte_sum_ = 0;
  std::map<long, std::pair<double, double>> asked_;  // when, bytes
  long asks_ = 0;
};

}  // namespace cardon
