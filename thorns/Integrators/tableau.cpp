// SPDX-License-Identifier: Apache-2.0
#include "tableau.hpp"

#include <algorithm>
#include <numeric>
#include <set>

namespace cardon::integrators {
namespace {

constexpr int state = 0, old = 1, none = -1;

/// Scratch registers, handed out by number, the lowest first.
class Registers {
 public:
  explicit Registers(int first) : first_(first) {}
  int take() {
    int n = first_;
    while (taken_.contains(n)) ++n;
    taken_.insert(n);
    return n;
  }
  void give_back(int n) { taken_.erase(n); }

 private:
  int first_;
  std::set<int> taken_;
};

class Converter {
 public:
  explicit Converter(const Tableau& tableau)
      : rows_(tableau.a), registers_of_(rows_.size() + 1, none) {
    rows_.push_back(tableau.b);
    for (std::vector<Real>& row : rows_) row.resize(rows_.size() - 1);
    registers_ = Registers(keeps_old() ? old + 1 : old);
  }

  std::vector<Stage> convert() {
    std::vector<Stage> stages;
    for (std::size_t i = 0; i + 1 < rows_.size(); ++i) stages.push_back(stage(i));
    return stages;
  }

 private:
  /// Some row does not use the first stage, so the old state is needed later.
  bool keeps_old() const {
    return std::any_of(rows_.begin() + 2, rows_.end(), [](const auto& row) { return row[0] == 0; });
  }

  Stage stage(std::size_t i) {
    Stage stage{std::accumulate(rows_[i].begin(), rows_[i].end(), Real(0)), {}};
    if (i == 0 && keeps_old()) stage.updates.push_back({old, {{state, 1}}, 0});
    for (std::size_t row = i + 2; row < rows_.size(); ++row)
      if (rows_[row][i] != 0) stage.updates.push_back(gather(row, i));
    stage.updates.push_back({state, {{source(i + 1, i), 1}}, rows_[i + 1][i]});
    if (registers_of_[i + 1] != none) registers_.give_back(registers_of_[i + 1]);
    return stage;
  }

  /// Where the sum of a row stands so far.
  int source(std::size_t row, std::size_t i) const {
    if (registers_of_[row] != none) return registers_of_[row];
    return i == 0 ? state : old;
  }

  StageUpdate gather(std::size_t row, std::size_t i) {
    const int from = source(row, i);
    if (registers_of_[row] == none) registers_of_[row] = registers_.take();
    return {registers_of_[row], {{from, 1}}, rows_[row][i]};
  }

  std::vector<std::vector<Real>> rows_;  // one per stage, and b
  std::vector<int> registers_of_;        // by row
  Registers registers_{old};
};

}  // namespace

std::vector<Stage> stages_of(const Tableau& tableau) { return Converter(tableau).convert(); }

}  // namespace cardon::integrators
