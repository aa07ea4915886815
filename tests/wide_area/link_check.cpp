// SPDX-License-Identifier: Apache-2.0
// Run by mpirun: measures the link between two sites, emulated or real, and prints JSON. In
// emulated form with --check it is a test: no message may be early, and none very late.
#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "emulated_links.hpp"
#include "link_measures.hpp"
#include "link_speed.hpp"
#include "transport_mpi.hpp"

namespace cardon::wide_area {
namespace {

struct Options {
  std::vector<int> sites;
  double latency = 37, bandwidth = 3;  // ms, MB/s
  bool emulate = false, naive = false, check = false;
  int repetitions = 7;
  std::size_t piece = 16'000, largest = 1 << 20;
};

Machine machine(const Options& options, int ranks) {
  Machine machine;
  int rank = 0;
  for (const int count : options.sites) {
    Site& site = machine.sites.emplace_back();
    site.name = std::string(1, char('a' + machine.sites.size() - 1));
    for (int n = 0; n < count; ++n) site.ranks.push_back(rank++);
  }
  if (rank != ranks || machine.sites.size() != 2)
    throw CLI::ValidationError("--sites", "two numbers, whose sum is the number of ranks");
  machine.links = {{"a-b", {0, 1}, options.latency * 1e-3, options.bandwidth * 1e6}};
  machine.emulation = {options.emulate, options.naive, 0};
  return machine;
}

Ideal ideal(const Machine& machine) {
  const LinkSpeed figures = link_speeds(machine)[1];
  return {machine.links[0].latency,
          [figures](std::size_t bytes) { return 1e-9 * double(figures.transfer(bytes)); }};
}

std::vector<Measured> measure(Transport& transport, const Machine& machine,
                              const Options& options) {
  LinkMeasures link(transport, ideal(machine), options.repetitions);
  std::vector<Measured> all;
  for (std::size_t bytes = 8; bytes <= options.largest; bytes *= bytes < 1024 ? 128 : 4)
    all.push_back(link.ping_pong(bytes, bytes));
  for (std::size_t bytes = 65'536; bytes <= options.largest; bytes *= 4)
    all.push_back(link.ping_pong(bytes, options.piece));
  all.push_back(link.burst(16, 1024));
  if (options.sites.front() > 1 && options.sites.back() > 1)
    all.push_back(link.shared(std::min<std::size_t>(262'144, options.largest), options.piece));
  for (const double times : {0.5, 1.0, 2.0})
    all.push_back(link.overlapped(16'384, options.piece, times * options.latency * 1e-3));
  return all;
}

nlohmann::ordered_json report(const std::vector<Measured>& all) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  const auto ms = [](double seconds) { return std::round(seconds * 1e6) / 1e3; };
  for (const Measured& m : all)
    rows.push_back({{"what", m.what},
                    {"bytes", m.bytes},
                    {"piece", m.piece},
                    {"min_ms", ms(m.min)},
                    {"median_ms", ms(m.median)},
                    {"ideal_ms", ms(m.ideal)}});
  return rows;
}

// No message is early. Of several steps in a row the first may find a message on its way already.
// A busy machine delays, so only the least time may be asked not to be late, and not sharply.
int wrong(const std::vector<Measured>& all) {
  int wrong = 0;
  for (const Measured& m : all) {
    const bool steps = m.what.starts_with("exchange");
    const double earliest = steps ? m.ideal * (1 - 1. / LinkMeasures::steps) : m.ideal;
    if (m.min >= earliest - 1e-6 && m.min < 2 * m.ideal + 0.1) continue;
    std::fprintf(stderr, "%s of %zu bytes took %g ms instead of %g ms\n", m.what.c_str(), m.bytes,
                 m.min * 1e3, m.ideal * 1e3);
    ++wrong;
  }
  return wrong;
}

int run(const Options& options, const std::shared_ptr<Transport>& mpi) {
  const Machine described = machine(options, mpi->size());
  const auto transport = options.emulate ? EmulatedLinks().wrap(mpi, described) : mpi;
  const std::vector<Measured> all = measure(*transport, described, options);
  if (mpi->rank() != 0) return 0;
  const nlohmann::ordered_json result{
      {"transport", transport->describe()},      {"latency_ms", options.latency},
      {"bandwidth_MB_per_s", options.bandwidth}, {"emulated", options.emulate},
      {"repetitions", options.repetitions},      {"measured", report(all)}};
  std::printf("%s\n", result.dump(1).c_str());
  return options.check && wrong(all) > 0 ? 1 : 0;
}

}  // namespace
}  // namespace cardon::wide_area

int main(int argc, char** argv) {
  cardon::wide_area::Options options;
  CLI::App app("Measures the link between two sites, emulated or real");
  app.add_option("--sites", options.sites, "ranks of each site, such as 2,2")
      ->delimiter(',')
      ->required();
  app.add_option("--latency", options.latency, "one way, in ms")->check(CLI::NonNegativeNumber);
  app.add_option("--bandwidth", options.bandwidth, "in MB/s; 0: no limit")
      ->check(CLI::NonNegativeNumber);
  const auto emulate = app.add_flag("--emulate", options.emulate,
                                    "imitate the link; else it is what the ranks run on");
  const auto naive =
      app.add_flag("--naive", options.naive, "imitate it by waiting before every send")
          ->needs(emulate);
  app.add_flag("--check", options.check, "fail if a time is less than the figures allow")
      ->needs(emulate)
      ->excludes(naive);
  app.add_option("--repetitions", options.repetitions)->check(CLI::PositiveNumber);
  app.add_option("--piece", options.piece, "bytes of a piece of a cut message")
      ->check(CLI::PositiveNumber);
  app.add_option("--largest", options.largest, "bytes of the longest message");
  CLI11_PARSE(app, argc, argv);
  try {
    return cardon::wide_area::run(options, std::make_shared<cardon::TransportMPI>());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
