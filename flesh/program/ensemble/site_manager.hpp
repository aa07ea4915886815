// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <map>
#include <optional>

#include "ensemble/member.hpp"
#include "ensemble/partner_process.hpp"
#include "task_farm/farm_tuner.hpp"
#include "task_farm/member_queues.hpp"

namespace cardon {

/// What the master says first to a manager.
struct SiteOrder {
  MemberBase base;
  int workers = 0;    ///< at most; 0: as many as its cores allow
  double cores = 0;   ///< 0: those of its host
  long grain = 0;     ///< members that a worker gets at once; 0: tuned
  long expected = 0;  ///< members that it may get
  std::string distribution;
  std::string checksum;  ///< of the parameter files
  nlohmann::json plan;   ///< of the ensemble, as it lies in its folder
};

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SiteOrder, base, workers, cores, grain, expected, distribution,
                                   checksum, plan)

/// The communication manager of a site: takes grains of members from the master, hands them to
/// worker processes, and returns results in groups, so that single members do not cross a slow
/// link. Workers that end are replaced, and their members handed out again.
class SiteManager {
 public:
  using Report = std::function<void(const nlohmann::json&)>;
  SiteManager(EventLoop& loop, const SiteOrder& order, std::string program, Report report);

  /// From the master: members, group (results to report at once), cap (on workers), last (hardly
  /// any more members will come), ping.
  void receive(const nlohmann::json& message);
  /// The master wants no more: members that are running stop with a checkpoint.
  void stop();
  /// The master has ended before that was done: workers get the signal again, which ends them.
  void hurry();
  /// After stop(): no worker is left, and all is reported.
  bool finished() const { return stopping_ && workers_.empty(); }
  bool stopping() const { return stopping_; }

 private:
  struct Worker {
    int number = 0;
    std::unique_ptr<PartnerProcess> process;
    std::unique_ptr<LineChannel> channel;
    bool ready = false;
    std::vector<int> members;  // that it has, the first one is running
    std::size_t given = 0;     // members of its last grain
    double grain_seconds = 0;  // that its last grain has taken so far
    bool retired = false;      // gets no more
    bool stopped = false;      // by a signal from elsewhere; it ends when it likes
  };
  using Workers = std::map<int, std::unique_ptr<Worker>>;

  bool start_worker();
  void start_workers();
  void watch_master();
  void show_workers();
  void end(const Worker& worker);
  void fill();
  void hand_out(Worker& worker);
  void receive_line(Worker& worker, const std::string& line);
  void take_result(Worker& worker, MemberResult result);
  void worker_ended(Worker& worker);
  void replace(Worker& worker, const std::string& how);
  void lose(Worker& worker, const std::string& how);
  void keep(MemberResult result);
  void flush();
  void tune();
  void use_workers(int count);
  int active() const;
  long grain() const { return order_.grain > 0 ? order_.grain : 1L << (levels_ - 1 - level_); }
  void say(const char* what, const FarmDecision& decision);

  EventLoop& loop_;
  SiteOrder order_;
  std::string program_;
  Report report_;
  MemberQueues queues_;
  std::map<int, Member> members_;  // that wait or run
  std::map<int, int> losses_;
  Workers workers_;
  std::optional<FarmTuner> tuner_;
  std::vector<MemberResult> results_;
  int levels_ = 1, level_ = 0;
  int cap_ = 0, wanted_ = 0;  // workers: at most, and as decided
  int fruitless_ = 0;         // workers in a row that ended before they could take members
  std::string why_fruitless_;
  int silent_ = 0;  // periods without a message of the master
  long group_ = 1;
  double seconds_ = 0, processor_seconds_ = 0;  // of members so far
  double handling_ = 0;                         // s per grain
  bool stopping_ = false, last_ = false;
};

}  // namespace cardon
