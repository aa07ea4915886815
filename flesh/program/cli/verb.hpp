// SPDX-License-Identifier: Apache-2.0
// One verb of the command line. Each has a file of its own and a line in verbs.cpp.
#pragma once
#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

namespace cardon::cli {

class Verb {
 public:
  virtual ~Verb() = default;
  virtual std::string name() const = 0;
  /// One line for the list of verbs.
  virtual std::string summary() const = 0;
  /// Two or three command lines, shown at the end of --help.
  virtual std::vector<std::string> examples() const = 0;
  /// Declares the options; they are stored in the object.
  virtual void declare(CLI::App& app) = 0;
  /// Whether it needs all processes that a launcher started; else the one of rank 0 does it.
  virtual bool runs_on_all_ranks() const { return false; }
  /// Returns the exit code. Throws Error for what the user can correct.
  virtual int execute() = 0;
};

/// All verbs in the order of --help.
std::vector<std::unique_ptr<Verb>> all_verbs();

std::unique_ptr<Verb> make_run_verb();
std::unique_ptr<Verb> make_check_verb();
std::unique_ptr<Verb> make_predict_verb();
std::unique_ptr<Verb> make_simulate_verb();
std::unique_ptr<Verb> make_balance_verb();
std::unique_ptr<Verb> make_list_verb();
std::unique_ptr<Verb> make_describe_verb();
std::unique_ptr<Verb> make_compare_verb();
std::unique_ptr<Verb> make_plot_verb();
std::unique_ptr<Verb> make_watch_verb();
std::unique_ptr<Verb> make_steer_verb();
std::unique_ptr<Verb> make_serve_verb();
std::unique_ptr<Verb> make_sweep_verb();
std::unique_ptr<Verb> make_converge_verb();
std::unique_ptr<Verb> make_ensemble_verb();
std::unique_ptr<Verb> make_gather_verb();
std::unique_ptr<Verb> make_new_thorn_verb();
std::unique_ptr<Verb> make_probe_verb();
std::unique_ptr<Verb> make_info_verb();
std::unique_ptr<Verb> make_completion_verb();
std::unique_ptr<Verb> make_manual_verb();

}  // namespace cardon::cli
