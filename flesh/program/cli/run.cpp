// SPDX-License-Identifier: Apache-2.0
// cardon run
#include <cardon/services/node_reading.hpp>
#include <cardon/thorn/error.hpp>
#include <filesystem>

#include "build_facts.hpp"
#include "input_arguments.hpp"
#include "launch/rank_threads.hpp"
#include "restart/run_name.hpp"
#include "retry/supervisor.hpp"
#include "run/commands.hpp"
#include "session/session.hpp"
#include "verb.hpp"

namespace cardon::cli {
namespace {

/// FOLDER/ names the same folder as FOLDER, but FOLDER-retry-1 is to be beside it.
std::string without_last_slash(std::filesystem::path folder) {
  while (folder.has_relative_path() && folder.filename().empty()) folder = folder.parent_path();
  return folder.string();
}

class RunVerb : public Verb {
 public:
  std::string name() const override { return "run"; }
  std::string summary() const override { return "Run a parameter file"; }
  std::vector<std::string> examples() const override {
    return {"cardon run wave.yaml WaveToy.speed=2 --ranks 4 --out runs/fast",
            "cardon run wave.yaml --retries 3 --launch \"mpirun -n 4\""};
  }
  void declare(CLI::App& app) override {
    input_.declare(app, true);
    app.add_option("--out", out_, "Run folder; by default the next free one under runs/")
        ->type_name("FOLDER");
    app.add_option(
           "--restart", options_.restart,
           "Restart from a checkpoint: latest (of the runs below runs/NAME, or beside --out "
           "FOLDER), a run folder, or a checkpoint")
        ->type_name("latest|PATH");
    app.add_option("--ranks", options_.ranks,
                   "Run N ranks as threads of this process, without mpirun; the results are the "
                   "same")
        ->type_name("N")
        ->check(whole_within(1, max_rank_threads));
    declare_retries(app);
    app.add_flag("--dry-run", options_.dry_run, "Stop before the first step");
    app.add_flag("--strict", options_.strict, "Treat warnings as errors");
    app.add_flag("--quiet", options_.quiet, "Print nothing but errors");
  }
  bool runs_on_all_ranks() const override { return true; }
  int execute() override {
    options_.input = input_.options();
    options_.out = out_ = without_last_slash(out_);
    if (retries_given_->count() > 0 || !retry_for_.empty()) return run_watched();
    if (!retry_.launch.empty())
      throw Error(Problem{.slug = "cli/usage",
                          .message = "--launch needs --retries or --retry-for",
                          .help = "cardon run FILE --retries 3 --launch \"mpirun -n 4\""});
    options_.build = build_facts();
    return run_command(options_);
  }

 private:
  void declare_retries(CLI::App& app) {
    retries_given_ = app.add_option("--retries", retries_,
                                    "Restart from the last checkpoint when the run fails, at most "
                                    "N times");
    retries_given_->type_name("N")->check(whole_within(0, 1000000));
    auto* retry_for = app.add_option("--retry-for", retry_for_,
                                     "Keep restarting for this long, such as \"2 h\"; pauses "
                                     "between attempts grow from 1 s to 5 min");
    retry_for->type_name("DURATION");
    app.add_option(
           "--launch", retry_.launch,
           "With --retries: the launcher, such as \"mpirun -n 4\". May be repeated: one for "
           "each attempt, the last for all that follow. A script ends with exec mpirun ... \"$@\", "
           "so that signals reach the launcher")
        ->type_name("COMMAND")
        ->allow_extra_args(false);
    // For the attempts only, so not in --help: seconds that count for time.stop.wall.
    app.add_option("--spent", options_.spent)->group("");
  }

  double retry_seconds() const {
    Node node = Node::scalar(retry_for_);
    node.where = {"command line", 0, 1, int(retry_for_.size()), retry_for_};
    return read_real(node, "--retry-for", "s", positive);
  }

  // The run as a program of its own, which this one starts and looks after.
  int run_watched() {
    if (is_launched())
      throw Error({.slug = "cli/usage",
                   .message = "--retries starts the launcher, but was started by one itself",
                   .help = "cardon run FILE --retries 3 --launch \"mpirun -n 4\""});
    if (options_.ranks > 0 && !retry_.launch.empty())
      throw Error({.slug = "cli/usage",
                   .message = "--ranks makes ranks of one process, but --launch starts several",
                   .help = "use one of them"});
    if (retries_given_->count() > 0) retry_.retries = retries_;
    if (!retry_for_.empty()) retry_.retry_for = retry_seconds();
    retry_.dry_run = options_.dry_run;
    retry_.program = {std::filesystem::read_symlink("/proc/self/exe").string(), "run"};
    add_arguments(retry_.program);
    retry_.name = run_name(options_.input.files.back());
    retry_.out = out_;
    retry_.restart = options_.restart;
    retry_.quiet = options_.quiet;
    return run_with_retries(retry_);
  }

  void add_arguments(std::vector<std::string>& words) const {
    const InputOptions& input = options_.input;
    words.insert(words.end(), input.files.begin(), input.files.end());
    words.insert(words.end(), input.overrides.begin(), input.overrides.end());
    for (const std::string& folder : input.thorn_path)
      words.insert(words.end(), {"--thorn-path", folder});
    if (input.debug) words.emplace_back("--debug");
    if (options_.ranks > 0) words.insert(words.end(), {"--ranks", std::to_string(options_.ranks)});
    if (options_.dry_run) words.emplace_back("--dry-run");
    if (options_.strict) words.emplace_back("--strict");
    if (options_.quiet) words.emplace_back("--quiet");
  }

  InputArguments input_;
  std::string out_;
  RunOptions options_;
  RetryOptions retry_;
  CLI::Option* retries_given_ = nullptr;
  int retries_ = 0;
  std::string retry_for_;
};

}  // namespace

std::unique_ptr<Verb> make_run_verb() { return std::make_unique<RunVerb>(); }

}  // namespace cardon::cli
