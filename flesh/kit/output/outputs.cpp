// SPDX-License-Identifier: Apache-2.0
#include "output/outputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/collective_or_throw.hpp>
#include <utility>

#include "output/last_writer.hpp"
#include "output/lossy_links.hpp"

namespace cardon {
namespace {

const std::vector<int>& ranks_of_own_site(const Machine& machine, const Transport& transport) {
  return machine.sites[std::size_t(machine.site_of_rank(transport.rank()))].ranks;
}

/// "output.scalars"; where there are several, "output.slices[1]", as key=value names the second
/// one.
std::string name_of(const OutputEntry& entry, const std::vector<OutputEntry>& all) {
  const auto of_section = [&](const OutputEntry& e) {
    return e.setup.section == entry.setup.section;
  };
  if (std::count_if(all.begin(), all.end(), of_section) < 2) return entry.setup.section;
  return fmt::format("{}[{}]", entry.setup.section, entry.setup.instance);
}

}  // namespace

Outputs::Outputs(std::vector<OutputEntry> entries, const Sources& from)
    : program_(from.program),
      parameters_(from.parameters),
      machine_(from.machine),
      entries_(std::move(entries)),
      driver_(from.driver),
      fields_(from.fields),
      transport_(from.transport),
      scalars_(from.scalars),
      clock_(from.clock),
      rows_(offered_by<RowWatching>(from.driver)),
      stops_(parameters_.get<std::string>("output", "on_failure") == "stop") {
  for (const OutputEntry& entry : entries_) losses_.push_back({.output = name_of(entry, entries_)});
}

OutputSites Outputs::sites(const RunFolder& folder) {
  OutputSites sites;
  for (const Site& site : machine_.sites) sites.names.push_back(site.name);
  sites.own = machine_.site_of_rank(transport_.rank());
  sites.shared = folder.shared();
  sites.transport = site_.get();
  return sites;
}

void Outputs::open(const RunFolder& folder, const std::string& provenance,
                   const EarlierRun& earlier) {
  site_ = std::make_unique<SiteTransport>(transport_, ranks_of_own_site(machine_, transport_));
  // Others may ask meanwhile whether this rank lives.
  if (parameters_.get<std::string>("output", "background") == "always")
    background_ = std::make_unique<BackgroundWriter>(
        std::size_t(parameters_.get<Real>("output", "memory")), [this] { transport_.test({}); });
  for (OutputEntry& entry : entries_) {
    entry.setup.folder = folder.path();
    entry.setup.transport = &transport_;
    entry.setup.sites = sites(folder);
    entry.setup.provenance = provenance;
    entry.setup.losses = losses_text(driver_.timings().links);
    entry.setup.earlier = earlier;
    entry.setup.tables = std::make_shared<RunTables>();
    entry.setup.background = background_.get();
    collective_or_throw(transport_, [&] { entry.service->open(entry.setup); });
  }
}

bool Outputs::due(long iteration) const {
  return std::any_of(entries_.begin(), entries_.end(), [&](const OutputEntry& entry) {
    return entry.cadence.due(iteration, clock_);
  });
}

bool Outputs::foreseen(long iteration) const {
  return std::none_of(entries_.begin(), entries_.end(), [&](const OutputEntry& entry) {
    return !entry.analysis.empty() && !entry.cadence.is_foreseen(clock_) &&
           entry.cadence.due(iteration, clock_);
  });
}

void Outputs::begin_step(long iteration, std::span<const int> tasks) {
  if (!rows_ || iteration == 0) return;
  for (std::size_t n = 0; n < entries_.size(); ++n)
    if (entries_[n].cadence.due(iteration, clock_)) watch(n, iteration, tasks);
  if (watch_.fields.empty()) return;
  watch_.iteration = iteration - 1;
  watch_.see = [this](int thread, std::size_t number, const FieldPiece& piece) {
    seen_[number].reader->see(thread, seen_[number].field, piece);
  };
  rows_->watch(&watch_);
}

void Outputs::watch(std::size_t entry, long iteration, std::span<const int> tasks) {
  RowReader* const reader = entries_[entry].service->row_reader();
  if (!reader) return;
  const auto& fields = entries_[entry].setup.fields;
  reader->begin_rows(iteration, rows_->watching_threads());
  for (std::size_t n = 0; n < fields.size(); ++n)
    if (auto watched = last_writer(program_, tasks, fields[n]->id)) {
      watch_.fields.push_back(std::move(*watched));
      seen_.push_back({reader, n});
    }
}

void Outputs::end_step() {
  if (watch_.fields.empty()) return;
  rows_->watch(nullptr);
  watch_.fields.clear();
  seen_.clear();
}

bool Outputs::write_due(long iteration, bool last) {
  iteration_ = iteration;
  if (!due(iteration)) return false;
  const bool analysed = std::any_of(entries_.begin(), entries_.end(), [&](const OutputEntry& o) {
    return !o.setup.scalars.empty() && o.cadence.due(iteration, clock_);
  });
  const std::vector<Real> scalars = analysed ? scalars_.combine(transport_) : std::vector<Real>{};
  const Snapshot common = snapshot(iteration, last);
  for (std::size_t n = 0; n < entries_.size(); ++n)
    if (entries_[n].cadence.due(iteration, clock_)) write(n, common, scalars);
  return true;
}

Snapshot Outputs::snapshot(long iteration, bool last) const {
  Snapshot snapshot;
  snapshot.iteration = iteration;
  snapshot.time = clock_.time();
  snapshot.dt = clock_.dt();
  snapshot.grid = &program_.grid;
  snapshot.transport = &transport_;
  snapshot.decomposition = &driver_.decomposition();
  snapshot.last = last;
  for (const Slab& slab : driver_.decomposition().slabs) snapshot.sites.push_back(slab.core);
  if (snapshot.sites.empty()) snapshot.sites.push_back(program_.grid.domain());
  return snapshot;
}

void Outputs::write(std::size_t number, Snapshot snapshot, const std::vector<Real>& scalars) {
  OutputEntry& entry = entries_[number];
  for (const GridFunction* f : entry.setup.fields) {
    snapshot.fields.push_back(fields_.view(f->id, 0));
    snapshot.fields.back().field = f;
  }
  for (const ScalarInfo* s : entry.setup.scalars)
    snapshot.scalars.push_back({s, scalars.at(std::size_t(s->id))});
  bring_home(*entry.service, snapshot);
  ++losses_[number].tries;
  if (background_) background_->begin(number, iteration_);
  attempt(number, true, [&] { entry.service->write(snapshot); });
  home_.release();
}

// An output that sees points where they are computed takes them wherever they are.
void Outputs::bring_home(Output& output, Snapshot& snapshot) {
  if (snapshot.fields.empty() || output.row_reader() != nullptr) return;
  const Decomposition& now = driver_.decomposition();
  const Decomposition* home = home_.at_home(now, machine_);
  if (home == nullptr) return;
  home_.bring(now, *home, transport_, snapshot.fields);
  snapshot.decomposition = home;
}

void Outputs::poll() {
  if (!background_) return;
  for (const BackgroundWriter::Failure& failure : background_->take_failures()) try {
      std::rethrow_exception(failure.reason);
    } catch (const Error& error) {
      add_loss(failure.entry, error, failure.iteration, true);
    }
}

void Outputs::settle() {
  if (background_) background_->drain();
  poll();
}

BackgroundWriter::Figures Outputs::background() const {
  return background_ ? background_->figures() : BackgroundWriter::Figures{};
}

void Outputs::close() {
  settle();
  for (std::size_t n = 0; n < entries_.size(); ++n)
    attempt(n, false, [&] { entries_[n].service->close(); });
  check_tables();
}

void Outputs::check_tables() {
  for (std::size_t n = 0; n < entries_.size(); ++n)
    if (const auto& tables = entries_[n].setup.tables) attempt(n, false, [&] { tables->check(); });
}

std::vector<TableState> Outputs::tables() const {
  std::vector<TableState> all;
  for (const OutputEntry& entry : entries_)
    if (entry.setup.tables)
      for (TableState& table : entry.setup.tables->states()) all.push_back(std::move(table));
  return all;
}

// What a user can correct, such as a full disk; other ranks may know nothing of it. Not where
// messages or memory failed: those of the other ranks would still be on their way.
void Outputs::attempt(std::size_t entry, bool is_output, const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    add_loss(entry, error, iteration_, is_output);
  }
}

void Outputs::add_loss(std::size_t entry, const Error& error, long iteration, bool is_output) {
  if (!error.problems().front().slug.starts_with("output/")) throw;
  losses_[entry].add(error, iteration, is_output);
}

void Outputs::change(const std::vector<Cadence>& cadences) {
  settle();
  for (std::size_t n = 0; n < entries_.size(); ++n) {
    entries_[n].cadence = cadences.at(n);
    entries_[n].service->steered();
  }
}

bool Outputs::failed() const {
  return std::any_of(losses_.begin(), losses_.end(),
                     [](const OutputLoss& loss) { return loss.error.has_value(); });
}

std::size_t Outputs::bytes_written() const {
  std::size_t bytes = 0;
  for (const OutputEntry& entry : entries_) bytes += entry.service->bytes_written();
  return bytes;
}

}  // namespace cardon
