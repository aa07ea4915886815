// SPDX-License-Identifier: Apache-2.0
#include "loop/checkpoints.hpp"

#include <cardon/kit/checkpoint/checkpoint_names.hpp>
#include <cardon/kit/checkpoint/checkpoint_slots.hpp>
#include <cardon/kit/output_names.hpp>
#include <utility>

#include "base/host_names.hpp"
#include "base/warnings.hpp"
#include "loop/require_storage.hpp"
#include "restart/restart_check.hpp"
#include "restart/stored_parameters.hpp"

namespace cardon {

Checkpoints::Checkpoints(const PlacedRun& placed, Warnings& warnings, StorageAccess* storage,
                         const ScalarReductions& scalars, const StepClock& clock)
    : placed_(placed),
      setup_(placed.run),
      warnings_(warnings),
      storage_(storage),
      scalars_(scalars),
      clock_(clock),
      writer_(checkpoint_writer(setup_.checkpoint, setup_.library.catalogue, *setup_.parameters)) {}

void Checkpoints::open(const std::filesystem::path& folder, const std::string& provenance,
                       const std::vector<bool>& shared, long first_iteration,
                       std::function<bool(Problem&)> has_room) {
  if (!writer_) return;
  if (setup_.checkpoint.asked_by(*setup_.parameters)) require_storage(storage_, setup_.driver_name);
  folder_ = folder / checkpoints_name;
  provenance_ = nlohmann::json::parse(provenance);
  opened_ = true;
  writer_->open({.program = &setup_.program,
                 .machine = &placed_.machine,
                 .storage = storage_,
                 .transport = placed_.transport.get(),
                 .make_format =
                     [this] {
                       return setup_.library.catalogue.make<CheckpointFormat>(
                           setup_.checkpoint.format);
                     },
                 .folder = folder_,
                 .shared = shared,
                 .host = host_name(),
                 .first_iteration = first_iteration,
                 .state_bytes = scalars_.state_bytes(),
                 .merge = [this](std::span<std::byte> own,
                                 std::span<const std::byte> other) { scalars_.merge(own, other); },
                 .reaches =
                     [this](const Interval& every, long iteration) {
                       return Cadence(every, setup_.program.dt).due(iteration, clock_);
                     },
                 .has_room = std::move(has_room),
                 .warn = [this](const Problem& problem) { warnings_.add(problem); },
                 .warn_now = print_warning,
                 .failed =
                     [this](const Problem& problem) {
                       warnings_.add(problem);
                       failure_ = problem.message;
                     }});
}

CheckpointManifest Checkpoints::manifest(long iteration, Real longest_dt,
                                         const nlohmann::json& services) const {
  CheckpointManifest m;
  m.iteration = iteration;
  m.time = clock_.time();
  m.dt = clock_.full_dt();
  if (clock_.adaptive())
    m.clock = clock_.state();
  else
    m.anchor = clock_.anchor();
  m.longest_dt = longest_dt;
  m.grid = grid_json(setup_.program.grid);
  m.provenance = provenance_;
  m.services = services;
  m.parameters = stored_parameters(*setup_.parameters);
  m.states = state_names(setup_.program);
  return m;
}

void Checkpoints::save(long iteration, Real longest_dt, const nlohmann::json& services,
                       std::vector<TableState> tables) {
  if (storage_ == nullptr) {
    failure_ = "the driver " + setup_.driver_name + " gives no access to its blocks";
    return;
  }
  CheckpointSnapshot now{.iteration = iteration, .time = clock_.time(), .dt = clock_.full_dt()};
  const std::vector<std::byte> state = scalars_.state();
  now.state = state;
  for (const TableState& table : tables) now.tables.push_back(table.name);
  if (placed_.transport->rank() == 0) {
    CheckpointManifest about = manifest(iteration, longest_dt, services);
    about.tables = std::move(tables);
    now.manifest = [about = std::move(about)](const CheckpointParts& parts) {
      return to_text(with_parts(about, parts));
    };
  }
  begun_ = true;
  writer_->save(std::move(now));
}

std::filesystem::path Checkpoints::last() const {
  const long iteration = figures().last;
  return iteration < 0 ? std::filesystem::path() : folder_ / iteration_text(iteration);
}

}  // namespace cardon
