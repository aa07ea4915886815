// SPDX-License-Identifier: Apache-2.0
// cardon watch
#include "input_arguments.hpp"
#include "python_verb.hpp"

namespace cardon::cli {
namespace {

class WatchVerb : public PythonVerb {
 public:
  std::string name() const override { return "watch"; }
  std::string summary() const override { return "Follow the progress of a run in the terminal"; }
  std::vector<std::string> examples() const override {
    return {"cardon watch", "cardon watch runs/quickstart --once"};
  }
  void declare(CLI::App& app) override {
    app.add_option("RUN", run_,
                   "Run folder, or a folder of runs for its last one; default: latest, the one "
                   "below runs/ that was started last")
        ->type_name("latest|RUN");
    app.add_flag("--once", once_, "Print the state once and exit, as without a terminal");
    app.add_option("--interval", interval_, "Seconds between updates; default: 1")
        ->check(within(0.1, 3600.0));
  }
  nlohmann::json options() const override {
    return {{"run", run_}, {"once", once_}, {"interval", interval_}};
  }

 private:
  std::string run_ = "latest";
  bool once_ = false;
  double interval_ = 1;
};

}  // namespace

std::unique_ptr<Verb> make_watch_verb() { return std::make_unique<WatchVerb>(); }

}  // namespace cardon::cli
