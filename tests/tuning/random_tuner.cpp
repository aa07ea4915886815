// SPDX-License-Identifier: Apache-2.0
// A tuner for tests that draws lots: everything that may change does, all the time.
#include <cardon/service.hpp>
#include <cardon/services/tuner.hpp>
#include <random>

using namespace cardon;

namespace {

class RandomTuner : public Tuner {
 public:
  Decision start(const TunerSetup& setup) override {
    setup_ = setup;
    random_.seed(setup.seed);
    return decision(setup.start);
  }

  Decision decide(const TuningWindow& window) override {
    if (setup_.seed >= min_settled) return settled(window.settings);
    for (int trial = 0; trial < max_trials; ++trial) {
      const DriverSettings drawn = draw(window);
      if (setup_.model->predict(drawn, window.machine)) return decision(drawn);
    }
    return decision(window.settings);
  }

 private:
  static constexpr int max_trials = 50, long_window = 9, min_settled = 1000;
  static constexpr int max_steps = 3, max_blocks = 6, max_extra_layers = 7;

  int pick(int low, int high) { return low + int(random_() % unsigned(high - low + 1)); }

  // The first chain everywhere, and nothing else from then on, so that senders have time to choose
  // codecs of their own.
  Decision settled(const DriverSettings& settings) const {
    Decision decision;
    decision.settings = settings;
    for (WideLinkSettings& link : decision.settings.links)
      for (CodecNames& codecs : link.codecs) codecs = setup_.chains.front();
    decision.steps = long_window;
    decision.trials = setup_.chains;
    decision.why = "settled";
    return decision;
  }

  Decision decision(const DriverSettings& settings) {
    Decision decision;
    decision.settings = settings;
    decision.steps = pick(1, max_steps);
    decision.why = "drawn by lot";
    for (const CodecNames& chain : setup_.chains)
      if (pick(0, 3) == 0) decision.trials.push_back(chain);
    return decision;
  }

  CodecNames chain() {
    const int drawn = pick(0, int(setup_.chains.size()));
    return drawn == 0 ? CodecNames{} : setup_.chains[std::size_t(drawn) - 1];
  }

  // Now and then only codecs and overlap, for which no point need move.
  DriverSettings draw(const TuningWindow& window) {
    DriverSettings settings = window.settings;
    const TunableSet& free = setup_.freedom;
    const bool cut = pick(0, 3) > 0;
    for (std::size_t n = 0; n < settings.links.size(); ++n) {
      WideLinkSettings& link = settings.links[n];
      if (free.depth[n] && cut)
        link.depth = setup_.start.links[n].depth + pick(0, max_extra_layers);
      if (free.codecs[n])
        for (CodecNames& codecs : link.codecs) codecs = chain();
      if (free.weights && cut) link.packing = 0.01 * pick(-1, 3);
    }
    if (free.overlap) settings.overlap = pick(0, 1) == 1;
    if (free.blocks && cut) settings.blocks_per_rank = pick(1, max_blocks);
    if (free.weights && cut) draw_speeds(settings);
    return settings;
  }

  void draw_speeds(DriverSettings& settings) {
    settings.speeds.clear();
    if (pick(0, 3) == 0) return;
    for (const Site& site : setup_.machine->sites)
      for (std::size_t n = 0; n < site.ranks.size(); ++n) settings.speeds.push_back(pick(1, 4));
  }

  TunerSetup setup_;
  std::mt19937 random_;
};

}  // namespace

CARDON_THORN(TunerRandom) {
  thorn.summary("Draws settings by lot, for tests");
  provide<Tuner, RandomTuner>(thorn, "random", "Draws settings by lot, for tests");
}
