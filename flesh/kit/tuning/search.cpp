// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/tuning/work_fit.hpp>
#include <cardon/services/program.hpp>
#include <cardon/thorn/error.hpp>
#include <cardon/tuning/search.hpp>

namespace cardon {
namespace {

constexpr int max_rounds = 4;
constexpr int max_blocks = 32;
constexpr int usual_blocks = 4;   // up to here all are tried, beyond only while they gain
constexpr double hopeful = 1.05;  // a beginning that is worse by more than this leads nowhere

// What settings cost besides time, for a choice between equals.
struct SettingsCost {
  long layers = 0;
  int blocks = 0;
  int codecs = 0;
  bool changed = false;
  auto operator<=>(const SettingsCost&) const = default;
};

SettingsCost settings_cost(const DriverSettings& settings, const DriverSettings& start) {
  SettingsCost m{.blocks = settings.blocks_per_rank, .changed = !same_settings(settings, start)};
  for (const WideLinkSettings& link : settings.links) {
    m.layers += link.depth;
    m.codecs += int(link.codecs[0].size() + link.codecs[1].size());
  }
  return m;
}

class Search {
 public:
  Search(const CostModel& model, const SearchSpace& space, const MachineEstimate& machine,
         const DriverSettings& start)
      : model_(model), space_(space), machine_(machine) {
    if (!try_settings(start)) throw Bug("the grid cannot be cut with the settings in use");
    result_.start = result_.best = seen_.front();
  }

  SearchResult run() {
    climb(result_.start.settings);
    restart();
    settle();
    list_alternatives();
    result_.tried = tried_;
    return std::move(result_);
  }

 private:
  // The valleys of few and many layers, and of one and many blocks, may lie apart: the best two of
  // some very different beginnings.
  void restart() {
    std::vector<Candidate> beginnings;
    for (const int blocks : {1, 4, 8})
      for (const int depth : {1, 6, 24}) {
        DriverSettings settings = result_.start.settings;
        settings.links = current_.settings.links;
        if (space_.freedom.blocks) settings.blocks_per_rank = blocks;
        if (space_.freedom.overlap) settings.overlap = true;
        for (std::size_t l = 0; l < settings.links.size(); ++l)
          if (space_.freedom.depth[l])
            settings.links[l].depth = std::clamp(depth, min_depth(), max_depth());
        if (is_possible(settings)) beginnings.push_back(*find(settings));
      }
    std::stable_sort(beginnings.begin(), beginnings.end(),
                     [](auto& a, auto& b) { return seconds(a) < seconds(b); });
    beginnings.resize(std::min<std::size_t>(beginnings.size(), 2));
    const double best = seconds(current_);
    for (const Candidate& beginning : beginnings)
      if (seconds(beginning) < hopeful * best) climb(beginning.settings);
  }

  void climb(const DriverSettings& from) {
    current_ = *find(from);
    for (int round = 0; round < max_rounds; ++round) {
      const double before = seconds(current_);
      choose_codecs();
      choose_overlap();
      choose_depths();
      choose_blocks();
      choose_weights();
      if (seconds(current_) > (1 - space_.tolerance) * before) break;
    }
  }

  // The same chain both ways first: one slow direction hides what the other gains.
  void choose_codecs() {
    for (std::size_t l = 0; l < current_.settings.links.size(); ++l) {
      if (!space_.freedom.codecs[l]) continue;
      const std::vector<CodecNames> there = chains(int(l), 0), back = chains(int(l), 1);
      for (const CodecNames& chain : there) {
        if (std::none_of(back.begin(), back.end(),
                         [&](auto& other) { return same_chain(chain, other); }))
          continue;
        DriverSettings settings = current_.settings;
        for (const int d : {0, 1}) settings.links[l].codecs[d] = chain;
        consider(settings);
      }
      for (const int d : {0, 1})
        for (const CodecNames& chain : d == 0 ? there : back) {
          DriverSettings settings = current_.settings;
          settings.links[l].codecs[d] = chain;
          consider(settings);
        }
    }
  }

  // Chains that no other beats in both ratio and speed, and none.
  std::vector<CodecNames> chains(int link, int direction) const {
    std::vector<const CodecEstimate*> known;
    for (const CodecNames& chain : space_.chains)
      if (const CodecEstimate* e = find_chain(machine_, link, direction, chain);
          e != nullptr && !chain.empty() && e->ratio.value > 1.02)
        known.push_back(e);
    const auto work = [](const CodecEstimate* e) { return e->encode.value + e->decode.value; };
    std::vector<CodecNames> result(1);
    for (const CodecEstimate* e : known)
      if (std::none_of(known.begin(), known.end(), [&](const CodecEstimate* other) {
            return other < e ? other->ratio.value >= e->ratio.value && work(other) <= work(e)
                             : other != e && other->ratio.value >= e->ratio.value &&
                                   work(other) < work(e);
          }))
        result.push_back(e->chain);
    return result;
  }

  void choose_overlap() {
    if (!space_.freedom.overlap) return;
    DriverSettings settings = current_.settings;
    settings.overlap = !settings.overlap;
    consider(settings);
  }

  void choose_depths() {
    for (std::size_t l = 0; l < current_.settings.links.size(); ++l)
      if (space_.freedom.depth[l]) choose_depth(l);
  }

  // Deeper links pay back until they are too deep, with some ups and downs in between: first in
  // wide steps, then around the best.
  void choose_depth(std::size_t link) {
    int worse = 0;
    for (int depth = min_depth(); depth <= max_depth() && worse < 3;
         depth += std::max(1, depth / 2)) {
      const double best = seconds(current_);
      const Candidate* found = try_depth(link, depth);
      if (found == nullptr) break;
      worse = seconds(*found) > 1.01 * best ? worse + 1 : 0;
    }
    for (const int step : {-1, 1})
      for (int depth = current_.settings.links[link].depth + step;
           depth >= min_depth() && depth <= max_depth(); depth += step) {
        try_depth(link, depth);
        if (current_.settings.links[link].depth != depth) break;
      }
  }

  const Candidate* try_depth(std::size_t link, int depth) {
    DriverSettings settings = current_.settings;
    settings.links[link].depth = depth;
    consider(settings);
    return find(settings);
  }

  void choose_blocks() {
    if (!space_.freedom.blocks) return;
    for (int blocks = 1; blocks <= max_blocks; blocks *= 2) {
      DriverSettings settings = current_.settings;
      settings.blocks_per_rank = blocks;
      if (!is_possible(settings)) break;
      consider(settings);
      if (blocks > usual_blocks && current_.settings.blocks_per_rank < blocks) break;
    }
  }

  void choose_weights() {
    if (space_.freedom.weights)
      consider(with_measured_weights(model_.program(), machine_, current_.settings));
  }

  // Of what is as good as the best, the most modest.
  void settle() {
    const auto fastest = std::min_element(seen_.begin(), seen_.end(),
                                          [](auto& a, auto& b) { return seconds(a) < seconds(b); });
    const double limit = (1 + space_.tolerance) * seconds(*fastest);
    const Candidate* best = &*fastest;
    for (const Candidate& other : seen_)
      if (seconds(other) <= limit && settings_cost(other.settings, result_.start.settings) <
                                         settings_cost(best->settings, result_.start.settings))
        best = &other;
    result_.best = *best;
  }

  void list_alternatives() {
    std::stable_sort(seen_.begin(), seen_.end(),
                     [](auto& a, auto& b) { return seconds(a) < seconds(b); });
    const auto alike = [](const DriverSettings& a, const DriverSettings& b) {
      return a.overlap == b.overlap && a.blocks_per_rank == b.blocks_per_rank &&
             std::equal(a.links.begin(), a.links.end(), b.links.begin(),
                        [](auto& x, auto& y) { return x.depth == y.depth; });
    };
    for (const Candidate& other : seen_) {
      const auto is_listed = [&](const Candidate& c) { return alike(c.settings, other.settings); };
      if (is_listed(result_.best)) continue;
      if (std::none_of(result_.alternatives.begin(), result_.alternatives.end(), is_listed))
        result_.alternatives.push_back(other);
    }
  }

  void consider(const DriverSettings& settings) {
    if (!is_known(settings) && !try_settings(settings)) return;
    const Candidate* found = find(settings);
    if (found != nullptr && seconds(*found) < seconds(current_)) current_ = *found;
  }

  bool is_possible(const DriverSettings& settings) {
    return is_known(settings) || try_settings(settings);
  }
  bool is_known(const DriverSettings& settings) const { return find(settings) != nullptr; }
  const Candidate* find(const DriverSettings& settings) const {
    for (const Candidate& seen : seen_)
      if (same_settings(seen.settings, settings)) return &seen;
    return nullptr;
  }
  bool try_settings(const DriverSettings& settings) {
    ++tried_;
    const std::optional<Prediction> prediction = model_.predict(settings, machine_);
    if (prediction) seen_.push_back({settings, *prediction});
    return prediction.has_value();
  }

  static double seconds(const Candidate& candidate) {
    return candidate.prediction.seconds_per_step;
  }
  int min_depth() const {
    const Index3& radius = model_.program().grid.radius;
    return std::max(1, radius[std::size_t(model_.axis())]);
  }
  int max_depth() const {
    const int fits = model_.program().grid.points[std::size_t(model_.axis())];
    return space_.max_depth > 0 ? std::min(space_.max_depth, fits) : fits;
  }

  const CostModel& model_;
  const SearchSpace& space_;
  const MachineEstimate& machine_;
  Candidate current_;
  std::vector<Candidate> seen_;
  SearchResult result_;
  int tried_ = 0;
};

// Seconds per point and step of all tasks together, with what its blocks and their faces cost in
// the window that was measured.
double point_seconds(const Program& program, const MachineEstimate& machine) {
  double seconds = 0;
  for (const int id : program.step) {
    const WorkCost cost = cost_of(std::span(&id, 1), machine);
    const std::size_t task = std::size_t(id);
    const bool measured = task < machine.work.size() && machine.work[task].points > 0;
    seconds += measured ? cost.seconds(machine.work[task]) / machine.work[task].points : cost.point;
  }
  return seconds;
}

}  // namespace

SearchResult search_settings(const CostModel& model, const SearchSpace& space,
                             const MachineEstimate& machine, const DriverSettings& start) {
  return Search(model, space, machine, start).run();
}

DriverSettings with_measured_weights(const Program& program, const MachineEstimate& machine,
                                     DriverSettings settings) {
  std::vector<double> speeds;
  for (const Estimate& relative_cost : machine.relative_cost)
    speeds.push_back(relative_cost.known() && relative_cost.value > 0 ? 1 / relative_cost.value
                                                                      : 1);
  if (!speeds.empty()) settings.speeds = speeds;
  const double per_point = point_seconds(program, machine);
  for (std::size_t l = 0; l < settings.links.size() && per_point > 0; ++l) {
    double codecs = 0;  // mean of the two directions: what goes out and what comes in
    for (const int d : {0, 1})
      if (const CodecEstimate* known = find_chain(machine, int(l), d, settings.links[l].codecs[d]);
          known != nullptr && !known->chain.empty())
        codecs += (known->encode.value + known->decode.value) / 2;
    settings.links[l].packing = (2 * machine.pack + codecs) / per_point;
  }
  return settings;
}

const CodecEstimate* find_chain(const MachineEstimate& machine, int link, int direction,
                                const CodecNames& chain) {
  const auto& links = machine.codecs[direction];
  if (std::size_t(link) >= links.size()) return nullptr;
  for (const CodecEstimate& known : links[std::size_t(link)])
    if (same_chain(known.chain, chain) && known.ratio.known()) return &known;
  return nullptr;
}

}  // namespace cardon
