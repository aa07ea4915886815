// SPDX-License-Identifier: Apache-2.0
// The verb `run`.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cardon/version.hpp"
#include "run/closing_table.hpp"
#include "run/collect.hpp"
#include "run/commands.hpp"
#include "run/link_figures.hpp"
#include "run/machine_setup.hpp"
#include "run/provenance.hpp"
#include "run/run_folder.hpp"
#include "run/screen.hpp"
#include "run/session.hpp"
#include "run/simulation.hpp"
#include "run/start_box.hpp"
#include "run/summary.hpp"
#include "tuning/rank_report.hpp"

namespace cardon {
namespace {

std::string whole_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::string run_name(const InputOptions& input) {
  return input.files.empty() ? "run" : std::filesystem::path(input.files.back()).stem().string();
}

/// Everything between the first and the last line on the screen.
class RunJob {
 public:
  explicit RunJob(const RunOptions& options)
      : start_(seconds_now()),
        options_(options),
        setup_(set_up(options.input)),
        transport_(make_transport(setup_->library.catalogue)),
        screen_(transport_->rank() == 0, options.quiet) {}

  int run() {
    if (options_.strict) setup_->warnings.throw_if_any();
    RunFolder::require_unused(options_.out, *transport_);
    transport_ = enter_machine(*setup_, transport_);
    Simulation simulation(*setup_, *transport_);
    screen_.box(setup_->title.empty() ? "Cardon" : setup_->title,
                start_lines(*setup_, *transport_, simulation.driver()));
    if (options_.dry_run) {
      screen_.say("dry run: stopped before the first step");
      return exit_finished;
    }
    RunFolder folder(options_.out, run_name(options_.input), *transport_);
    screen_.log_to(folder.path());
    write_inputs(folder, simulation);
    simulation.open_outputs(folder.path());
    if (TuningJournal* journal = simulation.journal()) journal->open(folder.path());
    return evolve(simulation, folder);
  }

  const std::shared_ptr<Transport>& transport() const { return transport_; }

 private:
  void write_inputs(const RunFolder& folder, Simulation& simulation) {
    std::string text;
    for (const std::string& file : options_.input.files) text += whole_file(file);
    folder.write("parfile.yaml", text);
    folder.write("resolved.yaml", resolved_yaml(*setup_->parameters));
    folder.write("provenance.json",
                 provenance_json(*setup_, options_.build, *transport_,
                                 losses_text(simulation.driver().timings().links)));
  }

  int evolve(Simulation& simulation, const RunFolder& folder) {
    try {
      steps(simulation);
    } catch (const Error& error) {
      if (error.exit_code() != exit_health) throw;
      simulation.close_outputs();
      finish(simulation, folder, "stopped by health check");
      screen_.complain(format_problems(error.problems(), "the run was stopped."));
      return exit_health;
    }
    simulation.close_outputs();
    finish(simulation, folder, "finished");
    return exit_finished;
  }

  void steps(Simulation& simulation) {
    double first_step = 0;
    do {
      simulation.step();
      if (simulation.iteration() == 0) first_step = seconds_now();
      if (simulation.iteration() == 1) show_warnings();
      say_decisions(simulation);
      screen_.progress(progress(simulation, first_step), simulation.done());
    } while (!simulation.done());
  }

  void say_decisions(Simulation& simulation) {
    if (TuningJournal* journal = simulation.journal())
      for (const std::string& line : journal->take_lines()) screen_.say(line);
  }

  void show_warnings() {
    if (!setup_->warnings.empty()) screen_.say(setup_->warnings.text(screen_.colour()));
  }

  Progress progress(Simulation& simulation, double first_step) {
    const Timings& t = simulation.driver().timings();
    Progress p;
    p.iteration = simulation.iteration();
    p.last_iteration = setup_->last_iteration;
    p.time = setup_->time_at(p.iteration);
    p.dt = setup_->program.dt;
    p.seconds = seconds_now() - first_step;
    const double evolution = simulation.clock().evolution;
    if (evolution > 0) {
      p.points_per_second =
          double(setup_->program.grid.domain().points()) * double(p.iteration) / evolution;
      for (const LinkTimings& l : t.links) p.exchange_share += exchange_seconds(l) / evolution;
    }
    const LinkTimings links = taken_together(t.links);
    p.ghost_depth = links.depth;
    if (links.flight > 0) p.hidden = std::clamp(1 - links.exposed / links.flight, 0.0, 1.0);
    if (t.links.size() > 1 && links.bytes_sent > 0)
      p.ratio = double(links.bytes_raw) / double(links.bytes_sent);
    return p;
  }

  RunFigures figures(Simulation& simulation, const std::string& status) {
    RunFigures f;
    f.status = status;
    f.iterations = simulation.iteration();
    f.time = setup_->time_at(f.iterations);
    f.evolution = std::ranges::max(gather_number(simulation.clock().evolution, *transport_));
    f.output = simulation.clock().output;
    f.ranks = gather_timings(simulation.evolution_timings(), *transport_);
    f.decomposition = simulation.driver().decomposition();
    f.checksums = field_checksums(setup_->program, simulation.driver(), *transport_);
    for (double bytes : gather_number(double(simulation.bytes_written()), *transport_))
      f.output_bytes += bytes;
    f.wall = seconds_now() - start_;
    return f;
  }

  void finish(Simulation& simulation, const RunFolder& folder, const std::string& status) {
    simulation.close_tuning();
    say_decisions(simulation);
    const RunFigures f = figures(simulation, status);
    const RunClock& clock = simulation.clock();
    const double other = clock.evolution - clock.health - clock.tuning -
                         measured_seconds(simulation.evolution_timings());
    const auto rows = time_rows(setup_->program, f.ranks,
                                {{"output", gather_number(clock.output, *transport_)},
                                 {"health check", gather_number(clock.health, *transport_)},
                                 {"tuning", gather_number(clock.tuning, *transport_)},
                                 {"other", gather_number(other, *transport_)}});
    const std::vector<LinkFigures> links = link_figures(f.ranks);
    folder.write("performance.tsv", performance_tsv(rows) + "\n" + link_tsv(links));
    folder.write("warnings.txt", setup_->warnings.text());
    nlohmann::json summary = summary_json(*setup_, f);
    if (const TuningJournal* journal = simulation.journal()) summary["tuning"] = journal->summary();
    folder.write("summary.json", summary.dump(2) + "\n");
    show_warnings();
    screen_.say("\n" + closing_table(rows));
    if (const std::string text = link_table(links); !text.empty()) screen_.say(text);
    if (const TuningJournal* journal = simulation.journal())
      if (const std::string text = journal->closing_sentence(); !text.empty()) screen_.say(text);
    screen_.say(closing_lines(*setup_, f, folder.path().string()));
  }

  double start_;
  const RunOptions& options_;
  std::unique_ptr<Setup> setup_;
  std::shared_ptr<Transport> transport_;
  Screen screen_;
};

}  // namespace

int run_command(const RunOptions& options) {
  ExecutionSpace space;
  RunJob job(options);
  return with_transport(job.transport(), [&job] { return job.run(); });
}

}  // namespace cardon
