// SPDX-License-Identifier: Apache-2.0
#include "run/outputs.hpp"

#include <algorithm>
#include <utility>

#include "cardon/together.hpp"
#include "run/link_figures.hpp"

namespace cardon {
namespace {

const std::vector<int>& ranks_of_own_site(const Machine& machine, const Transport& transport) {
  return machine.sites[std::size_t(machine.site_of_rank(transport.rank()))].ranks;
}

}  // namespace

Outputs::Outputs(Setup& setup, Driver& driver, Transport& transport, ScalarBoard& scalars)
    : setup_(setup),
      driver_(driver),
      transport_(transport),
      scalars_(scalars),
      stops_(setup.parameters->get<std::string>("output", "on_failure") == "stop") {}

OutputSites Outputs::sites(const RunFolder& folder) {
  OutputSites sites;
  for (const Site& site : setup_.machine.sites) sites.names.push_back(site.name);
  sites.own = setup_.machine.site_of_rank(transport_.rank());
  sites.shared = folder.shared();
  sites.transport = site_.get();
  return sites;
}

void Outputs::open(const RunFolder& folder, const std::string& provenance,
                   const EarlierRun& earlier) {
  site_ =
      std::make_unique<SiteTransport>(transport_, ranks_of_own_site(setup_.machine, transport_));
  for (OutputEntry& entry : setup_.outputs) {
    entry.setup.folder = folder.path();
    entry.setup.transport = &transport_;
    entry.setup.sites = sites(folder);
    entry.setup.provenance = provenance;
    entry.setup.losses = losses_text(driver_.timings().links);
    entry.setup.earlier = earlier;
    together(transport_, [&] { entry.service->open(entry.setup); });
  }
}

bool Outputs::due(long iteration) const {
  return std::any_of(setup_.outputs.begin(), setup_.outputs.end(),
                     [&](const OutputEntry& entry) { return entry.cadence.due(iteration); });
}

void Outputs::write_due(long iteration, bool last) {
  if (!due(iteration)) return;
  const bool analysed = std::any_of(
      setup_.outputs.begin(), setup_.outputs.end(),
      [&](const OutputEntry& o) { return !o.setup.scalars.empty() && o.cadence.due(iteration); });
  const std::vector<Real> scalars = analysed ? scalars_.combine(transport_) : std::vector<Real>{};
  const Snapshot common = snapshot(iteration, last);
  for (OutputEntry& entry : setup_.outputs)
    if (entry.cadence.due(iteration)) write(entry, common, scalars);
}

Snapshot Outputs::snapshot(long iteration, bool last) const {
  Snapshot snapshot;
  snapshot.iteration = iteration;
  snapshot.time = setup_.time_at(iteration);
  snapshot.dt = setup_.program.dt;
  snapshot.grid = &setup_.program.grid;
  snapshot.transport = &transport_;
  snapshot.decomposition = &driver_.decomposition();
  snapshot.last = last;
  for (const Slab& slab : driver_.decomposition().slabs) snapshot.sites.push_back(slab.core);
  if (snapshot.sites.empty()) snapshot.sites.push_back(setup_.program.grid.domain());
  return snapshot;
}

void Outputs::write(OutputEntry& entry, Snapshot snapshot, const std::vector<Real>& scalars) {
  for (const GridFunction* f : entry.setup.fields) {
    snapshot.fields.push_back(driver_.view(f->id, 0));
    snapshot.fields.back().field = f;
  }
  for (const ScalarInfo* s : entry.setup.scalars)
    snapshot.scalars.push_back({s, scalars.at(std::size_t(s->id))});
  attempt([&] { entry.service->write(snapshot); });
}

void Outputs::close() {
  for (OutputEntry& entry : setup_.outputs) attempt([&] { entry.service->close(); });
}

// What a user can mend, such as a full disk; other ranks may know nothing of it. Not where messages
// or memory failed: those of the other ranks would still be on their way.
void Outputs::attempt(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    if (!error.problems().front().slug.starts_with("output/")) throw;
    ++failures_;
    if (!failure_) failure_ = error;
  }
}

std::size_t Outputs::bytes_written() const {
  std::size_t bytes = 0;
  for (const OutputEntry& entry : setup_.outputs) bytes += entry.service->bytes_written();
  return bytes;
}

}  // namespace cardon
