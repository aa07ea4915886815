// SPDX-License-Identifier: Apache-2.0
#include "loop/checkpoints.hpp"

#include <algorithm>
#include <cardon/kit/output_names.hpp>

#include "base/host_names.hpp"
#include "base/warnings.hpp"
#include "checkpoint/checkpoint_folder.hpp"
#include "loop/require_storage.hpp"
#include "restart/restart_check.hpp"
#include "restart/stored_parameters.hpp"

namespace cardon {

void Checkpoints::open(const std::filesystem::path& folder, const std::string& provenance,
                       const std::vector<bool>& shared) {
  if (setup_.parameters->given("checkpoint")) require_storage(storage_, setup_.driver_name);
  folder_ = folder / checkpoints_name;
  shared_ = shared;
  provenance_ = nlohmann::json::parse(provenance);
}

/// False: the driver cannot be saved.
bool Checkpoints::start_saver() {
  if (storage_ == nullptr) {
    failure_ = "the driver " + setup_.driver_name + " gives no access to its blocks";
    return false;
  }
  CheckpointSetup s;
  s.program = &setup_.program;
  s.machine = &placed_.machine;
  s.storage = storage_;
  s.transport = placed_.transport.get();
  s.format = setup_.library.catalogue.make<CheckpointFormat>(setup_.checkpoint.format);
  s.folder = folder_;
  s.shared = shared_;
  s.host = host_name();
  s.writers = setup_.checkpoint.writers;
  s.keep = setup_.checkpoint.keep;
  s.overlap = setup_.checkpoint.overlap;
  s.warn = print_warning;
  s.state_bytes = scalars_.state_bytes();
  s.merge = [this](std::span<std::byte> own, std::span<const std::byte> other) {
    scalars_.merge(own, other);
  };
  saver_ = std::make_unique<CheckpointSaver>(std::move(s));
  return true;
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
  if (placed_.transport->rank() == 0) m.parameters = stored_parameters(*setup_.parameters);
  return m;
}

void Checkpoints::save(long iteration, Real longest_dt, const nlohmann::json& services,
                       std::vector<TableState> tables) {
  if (!saver_ && !start_saver()) return;
  CheckpointManifest now = manifest(iteration, longest_dt, services);
  now.tables = std::move(tables);
  saver_->begin(std::move(now), scalars_.state());
  poll();
}

bool Checkpoints::poll() {
  if (!saver_) return false;
  saver_->poll();
  for (const Problem& problem : saver_->take_problems()) {
    warnings_.add(problem);
    failure_ = problem.message;
  }
  return true;
}

void Checkpoints::finish() {
  if (!saver_) return;
  saver_->finish();
  poll();
}

double Checkpoints::seconds_each() const {
  const CheckpointFigures f = figures();
  return f.count > 0 ? 0.5 + 2 * (f.copy + f.write) / double(f.count) : 1.5;
}

std::filesystem::path Checkpoints::last() const {
  const long iteration = figures().last;
  return iteration < 0 ? std::filesystem::path() : folder_ / iteration_text(iteration);
}

}  // namespace cardon
