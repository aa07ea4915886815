// SPDX-License-Identifier: Apache-2.0
#include "tiles/wavefront.hpp"

#include <atomic>
#include <vector>

#include "cores/spin_wait.hpp"

namespace cardon {
namespace {

constexpr int broken = -1;

/// Steps that a column has done, on a cache line of its own.
struct alignas(64) Progress {
  std::atomic<int> steps = 0;
  void set(int value) {
    steps.store(value, std::memory_order_release);
    steps.notify_all();
  }
};

class Front {
 public:
  using Work = std::function<void(std::span<const TilePart>, int)>;
  Front(const ThreadTeam& team, const TileColumns& columns, const StepRange& steps,
        const Work& work)
      : patient_(team.patient()),
        columns_(columns),
        steps_(steps),
        work_(work),
        progress_(std::size_t(columns.columns)) {
    for (Progress& progress : progress_) progress.steps = steps.begin;
  }

  void run(int column, int thread) {
    try {
      for (int step = steps_.begin; step < steps_.end; ++step) {
        if (column > 0 && !waited_for(column - 1, rules_.steps_before(step)))
          return give_up(column);
        work_(columns_.parts_of(column, step), thread);
        progress_[std::size_t(column)].set(step + 1);
      }
    } catch (...) {
      give_up(column);
      throw;
    }
  }

 private:
  // Those behind it may never begin, as the team knows of the exception.
  void give_up(int column) {
    for (; column < columns_.columns; ++column) progress_[std::size_t(column)].set(broken);
  }
  // Whether a column has got so far, now or later.
  bool waited_for(int column, int steps) const {
    int done = 0;
    spin::await(progress_[std::size_t(column)].steps, patient_, [&](int now) {
      done = now;
      return done == broken || done >= steps;
    });
    return done != broken;
  }

  const bool patient_;
  const TileColumns& columns_;
  const StepRange steps_;
  const Work& work_;
  const TileRules rules_;
  std::vector<Progress> progress_;
};

}  // namespace

void run_wavefront(ThreadTeam& team, const TileColumns& columns, const StepRange& steps,
                   const std::function<void(std::span<const TilePart>, int)>& work) {
  Front front(team, columns, steps, work);
  team.run(columns.columns, [&](int column, int thread) { front.run(column, thread); });
}

}  // namespace cardon
