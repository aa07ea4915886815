// SPDX-License-Identifier: Apache-2.0
// cardon converge
#include <cardon/thorn/error.hpp>
#include <optional>

#include "python_verb.hpp"
#include "started_runs.hpp"

namespace cardon::cli {
namespace {

class ConvergeVerb : public PythonVerb {
 public:
  std::string name() const override { return "converge"; }
  std::string summary() const override {
    return "Run a parameter file at several resolutions and fit the order of convergence";
  }
  std::vector<std::string> examples() const override {
    return {"cardon converge parfiles/standing-wave.yaml --quantity phi.l2 --levels 4",
            "cardon converge wave.yaml --quantity error.l2 --expect 2"};
  }
  void declare(CLI::App& app) override {
    runs_.declare(app);
    app.add_option("--quantity", quantity_,
                   "Column of scalars.tsv: an error (error.l2), else its changes from level to "
                   "level are compared; default: error.l2");
    app.add_flag("--exact-zero", zero_,
                 "The exact value of the quantity is 0: its values are errors");
    app.add_option("--levels", levels_, "Number of resolutions; default: 3")
        ->check(whole_within(2, 8));
    app.add_option("--ratio", ratio_, "Factor of the number of intervals per level; default: 2")
        ->check(whole_within(2, 4));
    app.add_option(
           "--steps-power", power_,
           "The number of steps grows as the ratio to this power: 1 shows errors in time and "
           "space together, 2 those in space alone of schemes of second order in time; "
           "default: 1")
        ->check(whole_within(1, 4));
    app.add_option("--expect", expect_, "Expected order; the exit code is 1 if the order differs");
    app.add_option("--tolerance", tolerance_,
                   "Accepted difference from the expected order; default: 0.2")
        ->check(above_zero());
  }
  nlohmann::json options() const override {
    nlohmann::json options = runs_.json();
    options["quantity"] = quantity_;
    options["exact"] = zero_;
    options["levels"] = levels_;
    options["ratio"] = ratio_;
    options["steps_power"] = power_;
    options["expect"] = expect_ ? nlohmann::json(*expect_) : nlohmann::json(nullptr);
    options["tolerance"] = tolerance_;
    return options;
  }

 private:
  StartedRuns runs_;
  std::string quantity_ = "error.l2";
  bool zero_ = false;
  int levels_ = 3, ratio_ = 2, power_ = 1;
  std::optional<double> expect_;
  double tolerance_ = 0.2;
};

}  // namespace

std::unique_ptr<Verb> make_converge_verb() { return std::make_unique<ConvergeVerb>(); }

}  // namespace cardon::cli
