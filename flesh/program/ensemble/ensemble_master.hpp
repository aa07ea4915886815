// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "ensemble/ensemble_record.hpp"
#include "ensemble/remote_site.hpp"
#include "task_farm/member_queues.hpp"

namespace cardon {

/// Hands the members of an ensemble to the managers of sites, in grains, until each has a result.
class EnsembleMaster {
 public:
  /// What happens is told to `say`, line by line.
  using Say = std::function<void(const std::string& line)>;
  EnsembleMaster(const EnsembleSpec& spec, std::vector<Member> members, EnsembleRecord& record,
                 Say say, const SiteTimeouts& timeouts = {});
  /// Starts managers and waits for all results, or for a signal: then members that run stop with
  /// checkpoints. Throws Error ensemble/no-workers if no site is left, ensemble/launch if none can
  /// be started.
  void run(const MemberBase& base, const std::string& digest, const std::string& program);
  /// Whether a signal came before all members had results.
  bool interrupted() const { return stopping_ && !members_.empty(); }

 private:
  void open(const EnsembleSite& site, SiteOrder order, const std::string& program);
  void start_sites(const SiteOrder& order, const std::string& program);
  void watch_sites();
  void send();
  double share(std::size_t site) const;
  void receive(std::size_t site, const std::string& line);
  void take_loss(const std::string& site, const nlohmann::json& lost);
  void take_results(std::size_t site, const nlohmann::json& results);
  void lose(std::size_t site, std::string why = "");
  void note_loss(const std::string& site, const std::string& why, const std::string& text,
                 std::size_t back);
  void decide(const std::string& site, const nlohmann::json& decision);
  void show_sites();
  bool all_ended() const;
  bool done();
  void stop();

  const EnsembleSpec& spec_;
  std::map<int, Member> members_;  // that have no result yet
  EnsembleRecord& record_;
  Say say_;
  SiteTimeouts timeouts_;
  EventLoop loop_;
  MemberQueues queues_;
  std::vector<std::unique_ptr<RemoteSite>> sites_;
  std::map<int, int> losses_;                    // workers that ended while they computed a member
  std::vector<std::string> failures_;            // why sites have ended
  std::map<std::size_t, std::string> reported_;  // what managers have said before they end
  std::size_t total_ = 0;
  bool stopping_ = false;
};

}  // namespace cardon
