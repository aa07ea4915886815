// SPDX-License-Identifier: Apache-2.0
#include "predict/prediction_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/counted.hpp>
#include <cardon/kit/tuning/earlier_settings.hpp>
#include <cardon/kit/tuning/settings_json.hpp>
#include <nlohmann/json.hpp>

#include "base/printable.hpp"
#include "console/print_text.hpp"
#include "console/screen.hpp"
#include "plans/machine_text.hpp"
#include "predict/codec_samples.hpp"
#include "startup/placed_run.hpp"

namespace cardon {
namespace {

// All that may be used over links, by the tuner or because the user said so.
std::vector<CodecNames> chains_of(const PlannedRun& run) {
  std::vector<CodecNames> chains;
  const auto add = [&](const CodecNames& chain) {
    if (!chain.empty() && std::none_of(chains.begin(), chains.end(),
                                       [&](auto& known) { return same_chain(known, chain); }))
      chains.push_back(chain);
  };
  for (const WideLinkSettings& link : run.planned.settings.links)
    for (const CodecNames& chain : link.codecs) add(chain);
  if (std::find(run.planned.freedom.codecs.begin(), run.planned.freedom.codecs.end(), true) !=
      run.planned.freedom.codecs.end())
    for (const CodecNames& chain : run.setup->tuning.chains) add(chain);
  return chains;
}

// The site below a link.
int slab_below(const Layout& layout, int link) {
  const auto& slabs = layout.decomposition().slabs;
  for (std::size_t s = 0; s < slabs.size(); ++s)
    if (slabs[s].links[1] == link) return int(s);
  throw Bug("a link belongs to no site");
}

void sample_link(const PlannedRun& run, const std::vector<SitePlan>& plans, int link,
                 PredictedMachine& machine) {
  const int slab = slab_below(*run.layout, link);
  const auto plan = std::find_if(plans.begin(), plans.end(), [&](const SitePlan& p) {
    return std::find(p.slabs.begin(), p.slabs.end(), slab) != p.slabs.end();
  });
  const std::vector<int> links = run.layout->links_of(slab);
  const int number = int(std::find(links.begin(), links.end(), link) - links.begin()) + 1;
  CodecSamples samples =
      sample_codecs(run.driver_setup, *run.layout, slab, plan->plan, number, chains_of(run));
  for (const int d : {0, 1})
    machine.estimate.codecs[d][std::size_t(link)] = std::move(samples.codecs[d]);
  machine.estimate.pack = std::max(machine.estimate.pack, samples.pack);
  if (samples.steps == 0 || machine.estimate.codecs[0][std::size_t(link)].empty()) return;
  const Box& part = samples.part;
  machine.sources.push_back(fmt::format(
      "codecs on link {}: {} steps of {} x {} x {} points around it, run on this computer",
      run.layout->decomposition().wide_links[std::size_t(link)].name, samples.steps, part.extent(0),
      part.extent(1), part.extent(2)));
}

// The efficiency of Allen and others (flesh/doc/outputs.md).
double computing_share(const Prediction& p) {
  return p.seconds_per_step > 0 ? p.own_compute / p.seconds_per_step : 0;
}

std::string chain_text_of(const CodecNames& chain) {
  return chain.empty() ? "none" : chain_text(chain);
}

std::string rate_text(const Estimate& seconds_per_byte) {
  return seconds_per_byte.value > 0 ? fmt::format("{:.0f} MB/s", 1e-6 / seconds_per_byte.value)
                                    : "-";
}

void print_codecs(const PredictedMachine& machine, const std::vector<LinkEnds>& links) {
  for (std::size_t l = 0; l < links.size(); ++l)
    for (const int d : {0, 1}) {
      const auto& codecs = machine.estimate.codecs[d][l];
      if (codecs.empty()) continue;
      const std::string& from = d == 0 ? links[l].first : links[l].second;
      const std::string& to = d == 0 ? links[l].second : links[l].first;
      print_line(fmt::format("  {:<34}{:>7}{:>13}{:>13}", fmt::format("from {} to {}", from, to),
                             "ratio", "encode", "decode"));
      for (const CodecEstimate& codec : codecs)
        print_line(fmt::format("    {:<32}{:>7.2f}{:>13}{:>13}", chain_text_of(codec.chain),
                               codec.ratio.value, rate_text(codec.encode),
                               rate_text(codec.decode)));
    }
}

}  // namespace

PredictedMachine look_at_machine(PlannedRun& run, const std::vector<SitePlan>& plans,
                                 double speed) {
  PredictedMachine machine = predict_machine(run, speed);
  if (machine.sampled.ranks > 0) run.planned.links.front().depth = machine.sampled.ghosts.depth;
  if (!run.layout->has_sites()) return machine;
  if (assume_codecs(*run.setup->parameters, chains_of(run), machine)) return machine;
  for (std::size_t link = 0; link < machine.estimate.links.size(); ++link)
    sample_link(run, plans, int(link), machine);
  return machine;
}

void print_json(const nlohmann::json& json) {
  print_text(json.dump(2, ' ', true, nlohmann::json::error_handler_t::replace) + "\n");
}

void heading(const std::string& given) {
  const std::string text = printable(given);
  print_text(fmt::format("\n{}\n{:-<{}}\n", text, "", text.size()));
}

std::string seconds_text(double seconds) {
  return seconds < 1 ? fmt::format("{:.4g} ms", 1e3 * seconds) : fmt::format("{:.4g} s", seconds);
}

void print_known(const PlannedRun& run, const PredictedMachine& machine) {
  print_line(run.setup->title.empty() ? "Cardon" : run.setup->title);
  print_line(fmt::format("  {}; {}", counted(run.ranks, "rank"), sites_text(*run.machine)));
  heading("Known");
  for (const std::string& source : machine.sources) print_line(fmt::format("  {}", source));
  if (!machine.codecs_assumed)
    print_codecs(machine, link_ends(*run.machine, run.setup->program.grid));
}

void print_candidates_heading() {
  print_line(fmt::format("  {:<10}{:>10}{:>8}{:>10}{:>9}{:>8}{:>8}  {}", "", "time", "E", "memory",
                         "layers", "overlap", "blocks", "codecs"));
}

std::string depths_text(const DriverSettings& settings) {
  std::string text;
  for (const WideLinkSettings& link : settings.links)
    text += fmt::format("{}{}", text.empty() ? "" : " ", link.depth);
  return text.empty() ? "-" : text;
}

std::string codecs_text(const DriverSettings& settings) {
  std::string text;
  for (const WideLinkSettings& link : settings.links) {
    if (!text.empty()) text += "; ";
    text += chain_text_of(link.codecs[0]);
    if (!same_chain(link.codecs[0], link.codecs[1]))
      text += " and back " + chain_text_of(link.codecs[1]);
  }
  return text.empty() ? "-" : text;
}

void print_candidate(const std::string& name, const Candidate& c) {
  const Prediction& p = c.prediction;
  print_line(fmt::format("  {:<10}{:>10}{:>8}{:>10}{:>9}{:>8}{:>8}  {}", name,
                         seconds_text(p.seconds_per_step),
                         fmt::format("{:.1f} %", 100 * p.efficiency), bytes_text(double(p.memory)),
                         depths_text(c.settings), c.settings.overlap ? "on" : "off",
                         c.settings.blocks_per_rank, codecs_text(c.settings)));
}

void print_parts(const std::string& name, const Prediction& p) {
  print_line(fmt::format(
      "  {}: {:.4g} ms computing ({:.4g} ms of it on redundant points), {:.4g} ms preparing "
      "messages, "
      "{:.4g} ms waiting; imbalance {:.3f}; t_comp / t_tot {:.1f} %",
      name, 1e3 * p.compute, 1e3 * p.redundant, 1e3 * p.exchange, 1e3 * p.exposed, p.imbalance,
      100 * computing_share(p)));
}

nlohmann::json candidate_json(const Candidate& c, const std::vector<LinkEnds>& links) {
  const Prediction& p = c.prediction;
  return {{"settings", settings_json(c.settings, links)},
          {"seconds_per_step", p.seconds_per_step},
          {"efficiency", p.efficiency},
          {"t_comp_per_t_tot", computing_share(p)},
          {"compute_seconds", p.compute},
          {"redundant_seconds", p.redundant},
          {"exchange_seconds", p.exchange},
          {"exposed_seconds", p.exposed},
          {"imbalance", p.imbalance},
          {"bytes_per_rank", p.memory}};
}

}  // namespace cardon
