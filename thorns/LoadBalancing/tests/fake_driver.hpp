// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <gtest/gtest.h>

#include <array>
#include <cardon/services/block_migration.hpp>
#include <cardon/services/driver.hpp>
#include <cardon/services/field_access.hpp>
#include <cardon/thorn/error.hpp>
#include <functional>
#include <utility>
#include <vector>

namespace cardon {

/// Four blocks on two ranks. Block 0 costs 3 s per step, the others 1 s. With `late`, blocks come
/// to the end of a step in finish() only.
class FakeDriver : public Driver, public FieldAccess, public BlockMigration {
 public:
  FakeDriver(int rank, bool late) : rank_(rank), late_(late) {
    decomposition_.owned.resize(4);
    for (int block = 0; block < 4; ++block) decomposition_.owned[std::size_t(block)].lo[0] = block;
    decomposition_.rank_of_block = {0, 0, 1, 1};
  }
  void step() {
    for (int block = 0; block < 4; ++block)
      if (owner(block) == rank_) seconds_[std::size_t(block)] += seconds_of(block);
    shifted_ += shift_;
  }
  /// The expensive block is this one from now on.
  void let_the_load_move(int block = 3) { heavy_ = block; }
  /// Block 0 costs so many s less from step to step, and block 3 so many more.
  void let_the_load_shift(double seconds) { shift_ = seconds; }
  /// The expensive block costs so many s per step.
  void make_heavy_block_cost(double seconds) { heavy_seconds_ = seconds; }
  /// Steps take a millionth of the time.
  void make_steps_short() { unit_ = 1e-6; }
  /// Block 1 costs so many s per step on rank 1.
  void make_rank_1_bad_for_block_1() { away_ = 6; }
  /// As a tuner does: other boxes, and owners of their own.
  void redecompose() {
    finish();
    for (Box& box : decomposition_.owned) box.lo[0] += 10;
    decomposition_.rank_of_block = {0, 0, 1, 1};
  }
  std::vector<int> owners() const { return decomposition_.rank_of_block; }

  void setup(const DriverSetup&, Transport&) override {}
  const Decomposition& decomposition() const override { return decomposition_; }
  std::vector<plan::Link> links() const override { return {}; }
  void execute(std::span<const plan::Operation>, const StepState&) override {}
  void finish() override {
    for (const auto& [take, seconds] : std::exchange(visits_, {})) {
      for (int block = 0; block < 4; ++block)
        if (owner(block) == rank_)
          take({block, seconds[std::size_t(block)] - measured_[std::size_t(block)], 100, {}});
      measured_ = seconds;
    }
  }
  const Timings& timings() const override { return timings_; }
  FieldView view(int, int) override { return {}; }
  void visit_when_current(const std::function<void(const BlockView&)>&) override {}
  void migrate(const std::vector<int>& owners) override {
    EXPECT_TRUE(visits_.empty());
    decomposition_.rank_of_block = owners;
  }
  RankMeasure take_rank_measure() override {
    ++measures_;
    return {};
  }
  /// How often a window has begun or ended.
  int measures() const { return measures_; }
  bool leave_idle(const std::vector<int>& ranks) override {
    if (refuses_) throw Error(Problem{.slug = "driver/too-many-blocks", .message = "too thin"});
    left_.push_back(ranks);
    if (divides_) redecompose();
    return divides_;
  }
  /// As with several sites.
  void divide_by_idle_ranks() { divides_ = true; }
  void refuse_to_divide() { refuses_ = true; }
  const std::vector<std::vector<int>>& left() const { return left_; }
  int max_blocks_per_rank() const override { return 4; }
  void measure_when_current(const std::function<void(const BlockMeasure&)>& take) override {
    visits_.emplace_back(take, seconds_);
    if (!late_) finish();
  }

 private:
  int owner(int block) const { return decomposition_.rank_of_block[std::size_t(block)]; }
  double seconds_of(int block) const {
    const double shifted = block == 0 ? -shifted_ : block == 3 ? shifted_ : 0;
    return unit_ * ((block == heavy_            ? heavy_seconds_
                     : block == 1 && rank_ == 1 ? away_
                                                : 1) +
                    shifted);
  }
  int rank_, heavy_ = 0;
  bool late_;
  double heavy_seconds_ = 3, away_ = 1, unit_ = 1, shift_ = 0, shifted_ = 0;
  bool divides_ = false, refuses_ = false;
  std::vector<std::vector<int>> left_;
  int measures_ = 0;
  Decomposition decomposition_;
  Timings timings_;
  using Seconds = std::array<double, 4>;  // by block
  Seconds seconds_{}, measured_{};
  std::vector<std::pair<std::function<void(const BlockMeasure&)>, Seconds>> visits_;
};

}  // namespace cardon
