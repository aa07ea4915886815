// SPDX-License-Identifier: Apache-2.0
// cardon run
#include "build_facts.hpp"
#include "input_arguments.hpp"
#include "run/commands.hpp"
#include "verb.hpp"

namespace cardon::cli {
namespace {

class RunVerb : public Verb {
 public:
  std::string name() const override { return "run"; }
  std::string summary() const override { return "Run a parameter file"; }
  std::vector<std::string> examples() const override {
    return {"cardon run parfiles/quickstart.yaml",
            "mpirun -n 4 cardon run wave.yaml WaveToy.speed=2 --out runs/fast"};
  }
  void declare(CLI::App& app) override {
    input_.declare(app, true);
    app.add_option("--out", out_, "Run folder; by default the next free one under runs/")
        ->type_name("FOLDER");
    app.add_option("--restart", options_.restart,
                   "Go on from a checkpoint: latest (of the runs below runs/NAME), a run folder, or "
                   "a checkpoint")
        ->type_name("latest|PATH");
    app.add_flag("--dry-run", options_.dry_run, "Stop before the first step");
    app.add_flag("--strict", options_.strict, "Treat warnings as errors");
    app.add_flag("--quiet", options_.quiet, "Print nothing but errors");
  }
  int execute() override {
    options_.input = input_.options();
    options_.out = out_;
    options_.build = build_facts();
    return run_command(options_);
  }

 private:
  InputArguments input_;
  std::string out_;
  RunOptions options_;
};

}  // namespace

std::unique_ptr<Verb> make_run_verb() { return std::make_unique<RunVerb>(); }

}  // namespace cardon::cli
