// SPDX-License-Identifier: Apache-2.0
// cardon plot
#include "report/plot.hpp"

#include <fmt/format.h>

#include <cardon/thorn/error.hpp>

#include "base/print_text.hpp"
#include "field_reader.hpp"
#include "input_arguments.hpp"
#include "run_folders.hpp"
#include "verb.hpp"

namespace cardon::cli {
namespace {

class PlotVerb : public Verb {
 public:
  std::string name() const override { return "plot"; }
  std::string summary() const override {
    return "Draw scalars, fields, probes and tuning of a run as PNG files";
  }
  std::vector<std::string> examples() const override {
    return {"cardon plot runs/quickstart phi", "cardon plot latest tuning"};
  }
  void declare(CLI::App& app) override {
    app.add_option("RUN", run_, "Run folder, a folder of runs for its last one, or latest")
        ->type_name("latest|RUN");
    app.add_option(
           "WHAT", what_,
           "scalars, slices, probes, spheres, tuning, a field (phi), a column of scalars.tsv "
           "(phi.l2) or a table of probes (receivers); default: all")
        ->type_name("scalars|slices|probes|spheres|tuning");
    add_thorn_path(app, thorn_path_);
  }
  int execute() override {
    const auto reader = make_field_reader(thorn_path_);
    for (const auto& picture : plot_run(find_run(run_), what_, reader.get()))
      print_line(picture.string());
    return exit_finished;
  }

 private:
  std::string run_ = "latest";
  std::string what_;
  std::vector<std::string> thorn_path_;
};

}  // namespace

std::unique_ptr<Verb> make_plot_verb() { return std::make_unique<PlotVerb>(); }

}  // namespace cardon::cli
