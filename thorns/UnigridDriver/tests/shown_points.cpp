// SPDX-License-Identifier: Apache-2.0
// What drivers show of points while they compute them.
#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <output/last_writer.hpp>
#include <stdexcept>
#include <thread>

#include "steps.hpp"
#include "test_program.hpp"
#include "thread_world.hpp"
#include "unigrid_driver.hpp"

namespace cardon::test {
namespace {

/// Sees values, each once.
class Seen {
 public:
  void add(const FieldPiece& piece) {
    const std::lock_guard lock(mutex_);
    visit(piece, [&](const Index3& at, Real value) {
      if (!values_.emplace(at, value).second) throw std::runtime_error("a point was shown twice");
    });
  }
  /// Takes them away, and returns how many of these are missing.
  long missing(const FieldPiece& all) {
    long count = 0;
    visit(all, [&](const Index3& at, Real value) {
      const auto found = values_.find(at);
      count += found == values_.end() ? 1 : 0;
      if (found != values_.end() && found->second != value)
        throw std::runtime_error("a value was shown that is not final");
    });
    values_.clear();
    return count;
  }

 private:
  template <class F>
  static void visit(const FieldPiece& piece, const F& f) {
    for (int k = piece.box.lo[2]; k < piece.box.hi[2]; ++k)
      for (int j = piece.box.lo[1]; j < piece.box.hi[1]; ++j)
        for (int i = piece.box.lo[0]; i < piece.box.hi[0]; ++i)
          f(Index3{i, j, k}, piece.row(j, k)[i]);
  }
  std::mutex mutex_;
  std::map<Index3, Real> values_;
};

}  // namespace

long values_not_shown(const Problem3& problem, int ranks, int steps) {
  const Case the_case(problem);
  const Program& program = the_case.program;
  std::atomic<long> missing = 0;
  ThreadWorld world(ranks);
  world.run([&](Transport& transport) {
    UnigridDriver driver;
    driver.setup(the_case.setup(), transport);
    Steps run(program, driver);
    run.next();
    Seen seen;
    RowWatch watch{0,
                   {last_writer(program, program.step, 0).value()},
                   [&](int, std::size_t, const FieldPiece& piece) { seen.add(piece); }};
    for (int step = 0; step < steps; ++step) {
      watch.iteration = step;
      if (step % 3 == 2) driver.watch(&watch);
      run.next();
      if (step % 3 != 2) continue;
      driver.finish();
      driver.watch(nullptr);
      missing += seen.missing(driver.view(0, 0).pieces.at(0));
    }
    driver.finish();
  });
  return missing;
}

TileFacts::Tiles watched_tiles(const Problem3& problem, int steps, double seconds) {
  const Case the_case(problem);
  TileFacts::Tiles tiles;
  ThreadWorld world(1);
  world.run([&](Transport& transport) {
    UnigridDriver driver;
    driver.setup(the_case.setup(), transport);
    Steps run(the_case.program, driver);
    run.next();
    driver.finish();
    const int last = the_case.program.step.at(the_case.program.step.size() - 2);
    RowWatch watch{0, {{0, last, 0, {}}}, [&](int, std::size_t, const FieldPiece&) {
                     std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
                   }};
    for (; watch.iteration < steps; ++watch.iteration) {
      driver.watch(&watch);
      run.next();
      driver.finish();
    }
    driver.watch(nullptr);
    tiles = driver.tiles();
    if (driver.watching_seconds() < seconds) throw std::runtime_error("nothing was shown");
  });
  return tiles;
}

}  // namespace cardon::test
