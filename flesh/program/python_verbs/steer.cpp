// SPDX-License-Identifier: Apache-2.0
// cardon steer
#include "input_arguments.hpp"
#include "python_verb.hpp"

namespace cardon::cli {
namespace {

class SteerVerb : public PythonVerb {
 public:
  std::string name() const override { return "steer"; }
  std::string summary() const override {
    return "Change parameters of a running simulation, pause it or stop it";
  }
  std::vector<std::string> examples() const override {
    return {"cardon steer latest output.scalars.every=5", "cardon steer runs/quickstart --pause"};
  }
  void declare(CLI::App& app) override {
    app.add_option("RUN", run_, "Run folder, a folder of runs for its last one, or latest")
        ->option_text(needed)
        ->type_name("latest|RUN");
    app.add_option("VALUES", words_, "New values of parameters: key=value, as for cardon run");
    auto* pause = app.add_flag("--pause", pause_, "Pause the run after a step");
    auto* go_on = app.add_flag("--continue", continue_, "Continue a paused run");
    auto* step = app.add_option("--step", steps_, "While paused: take N steps, then pause again")
                     ->type_name("N")
                     ->check(whole_within(1, 1000000000));
    auto* keep = app.add_flag("--checkpoint", checkpoint_, "Write a checkpoint");
    auto* plan = app.add_flag(
        "--replan", replan_, "Discard the measurements and search again from the current settings");
    auto* stop = app.add_flag("--stop", stop_, "End the run, with a checkpoint as usual");
    const std::vector<CLI::Option*> all{pause, go_on, step, keep, plan, stop};
    for (std::size_t n = 0; n < all.size(); ++n)
      for (std::size_t m = 0; m < n; ++m) all[n]->excludes(all[m]);
    app.add_option("--timeout", timeout_, "Seconds to wait for the run; default: 60")
        ->check(within(0.1, 1e6));
  }
  nlohmann::json options() const override {
    nlohmann::json options = {{"run", run_}, {"words", words_}, {"timeout", timeout_}};
    if (pause_) options["do"] = "pause";
    if (continue_) options["do"] = "continue";
    if (checkpoint_) options["do"] = "checkpoint";
    if (replan_) options["do"] = "replan";
    if (stop_) options["do"] = "stop";
    if (steps_ > 0) options["do"] = "step", options["steps"] = steps_;
    return options;
  }

 private:
  std::string run_;
  std::vector<std::string> words_;
  bool pause_ = false, continue_ = false, checkpoint_ = false, replan_ = false, stop_ = false;
  long steps_ = 0;
  double timeout_ = 60;
};

}  // namespace

std::unique_ptr<Verb> make_steer_verb() { return std::make_unique<SteerVerb>(); }

}  // namespace cardon::cli
