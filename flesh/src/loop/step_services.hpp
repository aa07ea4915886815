// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/step_service.hpp>
#include <exception>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "registry/service_catalogue.hpp"

namespace cardon {

/// The step services of a run: all that are installed, in the order of the catalogue.
class StepServices {
 public:
  /// A service and what it says when the run is over.
  struct Report {
    std::string name;
    StepReport report;
    double seconds = 0;  ///< that this rank has spent in it after steps
  };

  /// Opens them with tags and states of their own; the catalogue need not outlive it. `states`: by
  /// name of the service, of the checkpoint of a restart; null: none. Collective.
  StepServices(const ServiceCatalogue& catalogue, const StepSetup& setup,
               const nlohmann::json& states);

  void record_in(const std::filesystem::path& run_folder);
  /// What any of them asks for, but for changes; the first one's reason to stop. All of them are
  /// called, even if one throws an Error: see take_failure(). `now`, by seconds_now(), is when they
  /// begin, and then when the last of them has ended.
  StepOrder after_step(const StepView& step, double& now);
  /// The first Error of the last after_step(); null: there was none.
  std::exception_ptr take_failure() { return std::exchange(failure_, nullptr); }
  /// Whether any of them wants to change the driver.
  bool wants_change() const;
  /// Lets them. True: the plan has to be made again.
  bool change(const StepView& step);
  /// While the run pauses: what those ask for that wanted it.
  StepOrder hold(const StepView& step);
  void paused(const StepView& step, bool now);
  void steered(const SteeredRun& run);
  void replan();
  /// Their states, by name, for a checkpoint.
  nlohmann::json before_checkpoint(const StepView& step);
  void conclude();
  /// After conclude(). Collective.
  std::vector<Report> reports(double evolution);
  /// s that this rank has spent in services while it had no blocks: it waits there for others.
  double idle() const { return idle_; }

 private:
  struct Entry {
    std::string name;
    std::shared_ptr<StepService> service;
    std::function<bool()> change;
    bool holds = false;
    double seconds = 0;  // from the first step on; without what the driver measures meanwhile
  };
  void merge(Entry& entry, StepOrder order, StepOrder& all);
  std::vector<StandingTunlet*> standing_tunlets() const;
  void count_blocks();
  /// A reading of the clock without what the driver has measured so far.
  double without_measuring(double now) const;
  /// Adds what `work` takes from `now` on to the entry; then `now` is when it has ended.
  template <class Work>
  void timed(Entry& entry, const StepView& step, double& now, const Work& work);

  Driver& driver_;
  int rank_;
  bool has_blocks_ = true;
  double idle_ = 0;
  std::vector<Entry> entries_;
  std::exception_ptr failure_;
};

}  // namespace cardon
