// SPDX-License-Identifier: Apache-2.0
#include "task_farm/farm_simulator.hpp"

#include <algorithm>
#include <cardon/kit/balance/small_random.hpp>
#include <optional>
#include <queue>

#include "task_farm/farm_tuner.hpp"

namespace cardon {
namespace {

constexpr int max_queue = 2;

struct Grain {
  int worker = 0, level = 0;
  long units = 0, first = 0;
  double part = 1;     // of a whole grain, which the last one may not be
  double compute = 0;  // s, as it turns out
};

struct Worker {
  int group = 0;
  int grains = 0;     // sent to it and not yet returned
  double free = 0;    // when it has done what it has
  double first = -1;  // when its first grain arrived
  double until = -1;  // when it was released; below 0: it was not
};

/// One direction of a port: grains pass one after the other.
struct Lane {
  double free = 0;
  double pass(double now, double seconds) { return free = std::max(now, free) + seconds; }
};

class Farm {
 public:
  explicit Farm(const FarmScene& scene)
      : s_(scene),
        level_(scene.level),
        left_(scene.units),
        random_(scene.seed, 0),
        wide_out_(scene.groups.size()),
        wide_in_(scene.groups.size()) {
    FarmTuner::Setup setup{.groups = int(s_.groups.size()), .levels = s_.levels};
    setup.nominal = [this](int group, int level) { return nominal(group, level); };
    setup.estimates = s_.estimates;
    for (std::size_t g = 0; g < s_.groups.size(); ++g) {
      setup.latency.push_back(s_.groups[g].latency);
      for (int w = 0; w < s_.groups[g].workers; ++w) workers_.push_back({.group = int(g)});
    }
    tuner_.emplace(std::move(setup));
  }

  FarmOutcome run() {
    send();
    while (!events_.empty()) {
      const Event event = events_.top();
      events_.pop();
      now_ = event.time;
      handle(event);
    }
    return outcome();
  }

 private:
  enum class Kind { sent, at_worker, computed, at_master, returned };
  struct Event {
    double time;
    long number;
    Kind kind;
    Grain grain;
    bool operator>(const Event& other) const {
      return time != other.time ? time > other.time : number > other.number;
    }
  };

  const FarmScene::Group& group_of(const Grain& grain) const {
    return s_.groups[std::size_t(workers_[std::size_t(grain.worker)].group)];
  }
  Lane& wide(std::vector<Lane>& lanes, const Grain& grain) {
    return lanes[std::size_t(workers_[std::size_t(grain.worker)].group)];
  }
  void push(double time, Kind kind, const Grain& grain) {
    events_.push({time, number_++, kind, grain});
  }
  double slowdown() const {
    const bool changed = s_.change_after > 0 && now_ >= s_.change_after;
    return changed && (s_.restored_after == 0 || now_ < s_.restored_after) ? s_.change : 1;
  }

  GrainCost nominal(int group, int level) const {
    const FarmScene::Group& g = s_.groups[std::size_t(group)];
    const double port = std::max(s_.input(level), s_.output(level));
    if (g.manager) return {s_.compute(level) / g.speed, port, g.link * port};
    return {s_.compute(level) / g.speed, g.link * port};
  }

  int next_worker() const {
    int best = -1;
    for (std::size_t w = 0; w < workers_.size(); ++w)
      if (workers_[w].until < 0 && workers_[w].grains < max_queue &&
          (best < 0 || workers_[w].grains < workers_[std::size_t(best)].grains))
        best = int(w);
    return best;
  }

  void send() {
    if (left_ == 0 || out_.free > now_) return;
    const int worker = next_worker();
    if (worker < 0) return;
    const long size = 1L << (s_.levels - 1 - level_);
    Grain grain{worker, level_, std::min(size, left_), s_.units - left_};
    grain.part = double(grain.units) / double(size);
    left_ -= grain.units;
    ++workers_[std::size_t(worker)].grains;
    const FarmScene::Group& group = group_of(grain);
    const double noise = s_.noise * (2 * random_.uniform() - 1);
    grain.compute = grain.part * (1 + noise) * s_.compute(level_) / group.speed;
    const double seconds = grain.part * slowdown() * s_.input(level_);
    const double gone = out_.pass(now_, group.manager ? seconds : group.link * seconds);
    push(gone, Kind::sent, grain);
  }

  void handle(const Event& event) {
    const Grain& grain = event.grain;
    const FarmScene::Group& group = group_of(grain);
    Worker& worker = workers_[std::size_t(grain.worker)];
    const double back = grain.part * slowdown() * s_.output(grain.level);
    switch (event.kind) {
      case Kind::sent: {
        const double seconds = grain.part * slowdown() * s_.input(grain.level) * group.link;
        const double there = group.manager ? wide(wide_out_, grain).pass(now_, seconds) : now_;
        push(there + group.latency, Kind::at_worker, grain);
        send();
        return;
      }
      case Kind::at_worker:
        if (worker.first < 0) worker.first = now_;
        worker.free = std::max(now_, worker.free) + grain.compute;
        push(worker.free, Kind::computed, grain);
        return;
      case Kind::computed: {
        const double left =
            group.manager ? wide(wide_in_, grain).pass(now_, group.link * back) : now_;
        push(left + group.latency, Kind::at_master, grain);
        return;
      }
      case Kind::at_master:
        push(in_.pass(now_, group.manager ? back : group.link * back), Kind::returned, grain);
        return;
      case Kind::returned:
        finish(grain, worker);
    }
  }

  void finish(const Grain& grain, Worker& worker) {
    --worker.grains;
    finished_ += grain.units;
    if (s_.done) s_.done(grain.first, grain.units);
    work_ += grain.compute * group_of(grain).speed;
    for (; quarter_ < 4 && 4 * finished_ >= s_.units * (quarter_ + 1); ++quarter_)
      outcome_.finished.push_back(now_);
    const GrainCost whole = nominal(worker.group, grain.level);
    tuner_->record(
        worker.group, grain.level,
        {grain.compute / grain.part, slowdown() * whole.port, slowdown() * whole.own_port});
    if (s_.tuned && left_ > 0 && tuner_->due(kept())) tune();
    send();
  }

  int kept() const {
    return int(std::count_if(workers_.begin(), workers_.end(),
                             [](const Worker& w) { return w.until < 0; }));
  }

  std::vector<int> kept_by_group() const {
    std::vector<int> workers(s_.groups.size());
    for (const Worker& w : workers_)
      if (w.until < 0) ++workers[std::size_t(w.group)];
    return workers;
  }

  // The rest of the farm with other numbers of workers, as this rule knows it: without noise.
  double remaining(const std::vector<int>& workers) const {
    FarmScene rest = s_;
    rest.tuned = false;
    rest.noise = 0;
    rest.change_after = 0;
    rest.done = nullptr;
    rest.level = level_;
    rest.units = left_;
    for (std::size_t g = 0; g < workers.size(); ++g) rest.groups[g].workers = workers[g];
    return simulate_farm(rest).seconds;
  }

  void tune() {
    FarmTuner::Situation situation{.workers = kept_by_group(), .level = level_};
    if (s_.releases)
      situation.remaining = [this](const std::vector<int>& workers) {
        return s_.careful ? remaining(workers) : 0;
      };
    const FarmDecision decision = tuner_->decide(situation);
    using Action = FarmDecision::Action;
    if (decision.action == Action::keep) return;
    if (decision.action == Action::coarsen) --level_;
    if (decision.action == Action::refine) ++level_;
    if (decision.action == Action::release) release(decision.workers);
    outcome_.decisions.push_back(decision);
  }

  void release(const std::vector<int>& workers) {
    std::vector<int> left = workers;
    for (Worker& w : workers_)
      if (w.until < 0 && --left[std::size_t(w.group)] < 0) w.until = std::max(now_, w.free);
  }

  FarmOutcome outcome() {
    outcome_.seconds = now_;
    outcome_.level = level_;
    outcome_.workers = kept();
    double time = 0;
    for (const Worker& w : workers_) {
      outcome_.first.push_back(w.first);
      time += s_.groups[std::size_t(w.group)].speed * (w.until < 0 ? now_ : w.until);
    }
    outcome_.efficiency = time > 0 ? work_ / time : 0;
    return outcome_;
  }

  FarmScene s_;
  int level_;
  long left_, finished_ = 0;
  SmallRandom random_;
  std::vector<Lane> wide_out_, wide_in_;
  Lane out_, in_;
  std::vector<Worker> workers_;
  std::optional<FarmTuner> tuner_;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  double now_ = 0, work_ = 0;
  long number_ = 0;
  int quarter_ = 0;
  FarmOutcome outcome_;
};

}  // namespace

FarmOutcome simulate_farm(const FarmScene& scene) { return Farm(scene).run(); }

}  // namespace cardon
