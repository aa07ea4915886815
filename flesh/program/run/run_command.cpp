// SPDX-License-Identifier: Apache-2.0
// The verb `run`.
#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/collective_or_throw.hpp>
#include <cardon/kit/grid/thread_team.hpp>
#include <cardon/kit/tuning/rank_report.hpp>
#include <cardon/thorn/version.hpp>
#include <new>
#include <optional>

#include "base/gather_number.hpp"
#include "base/printable.hpp"
#include "check/missing_writes.hpp"
#include "console/screen.hpp"
#include "cores/memory_facts.hpp"
#include "diagnosis/not_finite_trace.hpp"
#include "guards/endless_tasks.hpp"
#include "launch/peer_timeout.hpp"
#include "launch/prepared_run.hpp"
#include "launch/rank_threads.hpp"
#include "loop/simulation.hpp"
#include "memory/host_memory.hpp"
#include "output/output_losses.hpp"
#include "output/run_folder.hpp"
#include "provenance/field_checksums.hpp"
#include "restart/run_name.hpp"
#include "run/choice_lines.hpp"
#include "run/closing_rows.hpp"
#include "run/closing_table.hpp"
#include "run/commands.hpp"
#include "run/last_checkpoint.hpp"
#include "run/link_figures.hpp"
#include "run/restart_command.hpp"
#include "run/run_inputs.hpp"
#include "run/run_progress.hpp"
#include "run/start_box.hpp"
#include "run/summary.hpp"
#include "session/ranks_of_process.hpp"
#include "session/session.hpp"
#include "session/signals.hpp"
#include "startup/placed_run.hpp"

namespace cardon {
namespace {

std::string run_name(const InputOptions& input) {
  return cardon::run_name(input.files.empty() ? "" : input.files.back());
}

/// Everything between the first and the last line on the screen.
class RunJob {
 public:
  /// The options must outlive it.
  RunJob(const RunOptions& options, PreparedRun prepared)
      : start_(prepared.started),
        options_(options),
        setup_(std::move(prepared.run)),
        warnings_(std::move(prepared.warnings)),
        transport_(std::move(prepared.transport)),
        screen_(transport_->rank() == 0, options.quiet) {}

  int run() {
    const SignalWatch signals;
    if (setup_->restart)
      for (const Problem& warning : setup_->restart->warnings) warnings_.add(warning);
    if (options_.strict) warnings_.throw_if_any();
    RunFolder::require_unused(options_.out, *transport_);
    prepare();
    const int code = simulate();
    if (sick_) screen_.complain(format_problems({diagnosis()}, "the run was stopped."));
    return code;
  }

  int simulate() {
    Simulation simulation(*placed_, warnings_, start_ - options_.spent);
    simulation.watch_signals(SignalWatch::caught);
    screen_.box(setup_->title.empty() ? "Cardon" : setup_->title,
                start_lines(*placed_, simulation.driver()));
    say_restart(simulation);
    if (options_.dry_run) {
      screen_.say("dry run: stopped before the first step");
      return exit_finished;
    }
    RunFolder folder(options_.out, run_name(options_.input), placed_->machine.sites, *transport_);
    cuts_->set_folder(folder.path());
    endless_->set_folder(folder.path());
    screen_.log_to(folder.path());
    const std::string provenance =
        write_inputs(folder, *placed_, simulation, options_.input.texts, options_.build);
    simulation.open_checkpoints(folder, provenance, checkpoint_room(memory_, *transport_));
    simulation.open_outputs(folder, provenance);
    return evolve(simulation, folder);
  }

  /// What the run was stopped for; NaN with the task that made it.
  Problem diagnosis() {
    return not_finite_ ? traced(*placed_, *not_finite_, evolution_) : sick_->problems().front();
  }

  /// The same; where memory is refused, what this rank needs in all is told.
  int run_or_explain() {
    try {
      return run();
    } catch (const std::bad_alloc&) {
      throw with_need(out_of_memory(0), memory_);
    } catch (const Error& error) {
      if (error.is_on_all_ranks() || error.problems().front().slug != memory_slug) throw;
      throw with_need(error, memory_);
    }
  }

  const std::shared_ptr<Transport>& transport() const { return transport_; }

 private:
  /// What has to be known and watched before there are fields.
  void prepare() {
    const std::shared_ptr<Transport> direct = transport_;
    placed_.emplace(place_run(*setup_, transport_));
    transport_ = placed_->transport;
    cuts_.emplace(*direct, setup_->parameters->get<Real>("transport", "timeout"), placed_->machine);
    endless_.emplace(*setup_->parameters, warnings_, *transport_);
    collective_or_throw(*transport_, [&] { require_writes(setup_->program, *setup_->parameters); });
    memory_ = own_memory(*placed_);
    process_ranks_ = ranks_of_process(*transport_);
    memory_.program /= process_ranks_;
    if (const auto warning = shared_cores(*setup_->parameters, process_ranks_))
      warnings_.add(*warning);
    const std::vector<Problem> tight = check_host_memory(needed(), *transport_);
    for (const Problem& warning : tight) warnings_.add(warning);
    if (!tight.empty()) show_warnings();  // later may be too late
  }

  /// A checkpoint at the end that nobody asked for is left out where there is no room.
  RankMemory needed() const {
    RankMemory memory = memory_;
    const auto writer =
        checkpoint_writer(setup_->checkpoint, setup_->library.catalogue, *setup_->parameters);
    const bool saves = writer && writer->is_asked_for();
    if (!saves && !setup_->restart) memory.checkpoints = 0;
    return memory;
  }

  void say_restart(const Simulation& simulation) {
    const RestoredRun* restored = simulation.restored();
    if (restored == nullptr) return;
    screen_.say(fmt::format("restarted from iteration {} of {}", simulation.first_iteration(),
                            printable(restored->run.string())));
    for (const std::string& change : restored->changes) screen_.say("  " + printable(change));
  }

  int evolve(Simulation& simulation, const RunFolder& folder) {
    sick_ = steps(simulation);
    if (sick_) simulation.disregard_failures();
    simulation.close_outputs();
    losses_ = gather_losses(simulation.outputs().losses(), *transport_);
    const bool stops = simulation.outputs().stops();
    if (!losses_.empty() && !stops) warnings_.add(first_cause(losses_).problems().front());
    const bool whole = !sick_ && simulation.stopped().empty() && (losses_.empty() || !stops);
    if (whole) simulation.terminate();
    simulation.conclude();
    finish(simulation, folder, ending(simulation, sick_.has_value()));
    collective_or_throw(*transport_, [&] {
      if (late_) throw Error(*late_);
    });
    const std::optional<Error> unwritten = unwritten_results();
    if (sick_) {
      say_checkpoint(simulation);
      if (unwritten && (stops || losses_.empty())) warn_at_end(*unwritten);
      return exit_health;
    }
    if (unwritten && stops) {
      say_checkpoint(simulation);
      throw Error(*unwritten);
    }
    if (unwritten_) warn_at_end(*unwritten_);
    if (simulation.stopped().empty()) return exit_finished;
    require_last_checkpoint(setup_->checkpoint, simulation, *transport_);
    say_checkpoint(simulation);
    return exit_resubmit;
  }

  /// What summary.json says of it on rank 0.
  RunEnd ending(const Simulation& simulation, bool unhealthy) const {
    if (unhealthy) return {"stopped by health check", exit_health};
    const bool failed = !losses_.empty() && simulation.outputs().stops();
    if (simulation.stopped().empty())
      return {"finished", failed ? exit_environment : exit_finished};
    const bool resumable = !failed && !lacks_last_checkpoint(simulation);
    return {"stopped: " + simulation.stopped(), resumable ? exit_resubmit : exit_environment};
  }

  /// All ranks learn what one of them could not write at the end.
  void agree_on_unwritten() {
    try {
      collective_or_throw(*transport_, [&] {
        if (unwritten_) throw Error(*unwritten_);
      });
    } catch (const Error& error) {
      unwritten_ = error;
    }
  }

  /// What could not be written first, be it an output or a result at the end; on all ranks.
  std::optional<Error> unwritten_results() {
    agree_on_unwritten();
    if (losses_.empty()) return unwritten_;
    const Error first = first_cause(losses_);
    Problem problem = first.problems().front();
    if (unwritten_) problem.notes.push_back("later: " + unwritten_->problems().front().message);
    return Error(problem, first.exit_code()).on_all_ranks();
  }

  /// Too late for warnings.txt.
  void warn_at_end(const Error& error) {
    Warnings late;
    late.add(error.problems().front());
    screen_.complain(late.text());
  }

  // Where a disk is full, the run is still to be told of on the screen.
  void write_result(const RunFolder& folder, const std::string& file, const std::string& text) {
    try {
      folder.write_result(file, text);
    } catch (const Error& error) {
      if (!unwritten_) unwritten_ = error;
    }
  }

  void say_checkpoint(const Simulation& simulation) {
    const std::filesystem::path last = simulation.checkpoints().last();
    if (!last.empty())
      screen_.say("to continue  " + restart_command(options_, last, transport_->size()));
  }

  /// To the last step, or to where it stops; what the health check found, if it was that.
  std::optional<Error> steps(Simulation& simulation) {
    double first_step = seconds_now(), now = first_step;
    try {
      while (true) {
        simulation.step(now);
        if (simulation.iteration() == 0) first_step = seconds_now();
        const bool told = tell(simulation, first_step);
        if (simulation.is_over()) return {};
        now = told ? seconds_now() : simulation.clock().read;
      }
    } catch (const FieldsNotFinite& error) {
      not_finite_ = error;
      return error;
    } catch (const Error& error) {
      if (!error.is_on_all_ranks()) throw;
      if (error.exit_code() == exit_health) return error;
      simulation.break_off();
      throw;
    }
  }

  /// What there is to say after a step; pauses the run if that is asked for. Whether it took time.
  bool tell(Simulation& simulation, double first_step) {
    const bool first = simulation.iteration() == simulation.first_iteration() + 1;
    if (first) show_warnings();
    bool told = first || !simulation.lines().empty();
    say(simulation.lines());
    while (simulation.paused()) {
      told = true;
      simulation.hold();
      say(simulation.lines());
    }
    const double seconds = std::max(simulation.clock().read - first_step, 0.0);
    const bool last = simulation.is_over();
    if (!screen_.is_progress_due(seconds, last)) return told;
    screen_.progress(progress_of(setup_->program.grid, simulation, seconds), last);
    return true;
  }

  void say(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) screen_.say(printable(line));
  }

  void show_warnings() { screen_.warn(warnings_); }

  RunFigures figures(Simulation& simulation, const RunEnd& end) {
    RunFigures f{.end = end};
    f.iterations = simulation.iteration();
    f.first_iteration = simulation.first_iteration();
    if (const RestoredRun* from = simulation.restored()) f.restarted_from = from->run.string();
    f.clock = simulation.step_clock();
    f.results = simulation.results();
    f.evolution = evolution_ =
        std::ranges::max(gather_number(simulation.clock().evolution, *transport_));
    f.late = std::ranges::max(gather_number(simulation.clock().late, *transport_));
    f.output = simulation.clock().output;
    f.background = simulation.outputs().background();
    f.ranks = gather_timings(simulation.evolution_timings(), *transport_);
    f.decomposition = simulation.driver().decomposition();
    f.checksums = field_checksums(setup_->program, simulation.fields(), *transport_);
    for (double bytes : gather_number(double(simulation.outputs().bytes_written()), *transport_))
      f.output_bytes += bytes;
    f.memory = gather_number(memory_facts().peak / process_ranks_, *transport_);
    f.memory_predicted = gather_number(memory_.sum(), *transport_);
    f.wall = seconds_now() - start_;
    return f;
  }

  /// summary.json is written last: a run that then fails has the exit code of that in it.
  void revise(RunEnd& end, bool stops) const {
    if (late_)
      end = {"finished, and then failed", late_->exit_code()};
    else if (unwritten_ && stops && (end.code == exit_finished || end.code == exit_resubmit))
      end.code = unwritten_->exit_code();
  }

  void finish(Simulation& simulation, const RunFolder& folder, const RunEnd& end) {
    RunFigures f = figures(simulation, end);
    const std::vector<StepServices::Report> services = simulation.services().reports(f.evolution);
    for (const auto& service : services) {
      say(service.report.lines);
      if (!late_ && service.report.error) late_ = service.report.error;
      if (!unwritten_) unwritten_ = service.report.failure;
    }
    const auto rows = closing_rows(simulation, setup_->program, f, services, *transport_);
    const std::vector<LinkFigures> links = link_figures(f.ranks);
    write_result(folder, "performance.tsv", performance_tsv(rows) + "\n" + link_tsv(links));
    write_result(folder, "warnings.txt", warnings_.text());
    agree_on_unwritten();
    revise(f.end, simulation.outputs().stops());
    write_summary(simulation, folder, f, services);
    show_warnings();
    screen_.say("\n" + closing_table(rows));
    if (const std::string text = link_table(links); !text.empty()) screen_.say(text);
    for (const auto& service : services)
      for (const std::string& line : service.report.closing) screen_.say(line);
    for (const std::string& line : choice_lines(simulation.driver())) screen_.say(line);
    screen_.say(closing_lines(*setup_, f, folder.path().string()));
  }

  void write_summary(Simulation& simulation, const RunFolder& folder, const RunFigures& f,
                     const std::vector<StepServices::Report>& services) {
    nlohmann::json summary = summary_json(*placed_, f);
    for (const auto& [name, report, seconds] : services)
      if (!report.summary.empty()) summary[name] = nlohmann::json::parse(report.summary);
    add_choices(simulation.driver(), summary);
    if (!losses_.empty()) add_losses(losses_, summary);
    if (simulation.checkpoints().any())
      summary["checkpoints"] = checkpoints_json(simulation.checkpoints(), *transport_);
    write_result(folder, "summary.json",
                 summary.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
  }

  double start_;
  const RunOptions& options_;
  std::shared_ptr<const CheckedRun> setup_;
  Warnings warnings_;
  std::optional<PlacedRun> placed_;
  RankMemory memory_;
  int process_ranks_ = 1;  // that share this process, and so its memory
  std::optional<PeerTimeout> cuts_;
  std::optional<EndlessTasks> endless_;
  std::shared_ptr<Transport> transport_;
  Screen screen_;
  std::optional<Error> sick_;
  std::optional<FieldsNotFinite> not_finite_;
  double evolution_ = 0;  // s, of the slowest rank
  std::vector<OutputLoss> losses_;
  std::optional<Error> unwritten_;  // of the files that are written at the end
  std::optional<Error> late_;       // of a service, after the last step; on rank 0
};

/// As one rank. `transport`: null: that of the launcher.
int run_as_rank(const RunOptions& options, OpenedThorns& opened,
                const std::shared_ptr<Transport>& transport) {
  RunOptions read = options;
  PreparedRun prepared = prepare_run(read, run_name(read.input), opened, transport);
  RunJob job(read, std::move(prepared));
  return with_transport(job.transport(), [&job] { return job.run_or_explain(); });
}

}  // namespace

int run_command(const RunOptions& options) {
  const auto opened = std::make_shared<OpenedThorns>();
  if (options.ranks > 0)
    return run_ranks(options.ranks, rank_threads(options.input, *opened),
                     [options, opened](const auto& transport) {
                       return run_as_rank(options, *opened, transport);
                     });
  ExecutionSpace space;
  return run_as_rank(options, *opened, nullptr);
}

}  // namespace cardon
