// SPDX-License-Identifier: Apache-2.0
#include "imex_tableau.hpp"

#include <cmath>
#include <numeric>

namespace cardon::integrators {
namespace {

constexpr int solution = 0, solved_from = 1;  // registers: u, and u* of a stage

class ImexConverter {
 public:
  explicit ImexConverter(const ImexTableau& tableau)
      : f_(tableau.explicit_rows), g_(tableau.implicit_rows), begun_(f_.size()) {
    for (auto* rows : {&f_, &g_})
      for (std::vector<Real>& row : *rows) row.resize(f_.size() + 1);
  }

  std::vector<Stage> convert() {
    std::vector<Stage> stages;
    for (std::size_t i = 0; i < f_.size(); ++i) stages.push_back(stage(i));
    return stages;
  }

 private:
  /// From u_i to u_(i + 1), whose row is i.
  Stage stage(std::size_t i) {
    Stage stage;
    if (i > 0) stage.time = std::accumulate(f_[i - 1].begin(), f_[i - 1].end(), Real(0));
    // All later rows begin with the old state.
    for (std::size_t row = i + 1; row < f_.size(); ++row)
      if (i == 0 || f_[row][i] != 0) stage.updates.push_back(gather(row, f_[row][i]));
    stage.updates.push_back({solution, {{i == 0 ? solution : register_of(i), 1}}, f_[i][i]});
    stage.implicit = g_[i][i + 1];
    if (stage.implicit != 0) follow_solution(i, stage);
    return stage;
  }

  void follow_solution(std::size_t i, Stage& stage) {
    for (std::size_t row = i + 1; row < g_.size(); ++row) {
      if (g_[row][i + 1] == 0) continue;
      const Real share = g_[row][i + 1] / stage.implicit;
      const int sum = register_of(row);
      stage.after_implicit.push_back(
          {sum, {{sum, 1}, {solution, share}, {solved_from, -share}}, 0});
    }
    if (!stage.after_implicit.empty()) stage.updates.push_back({solved_from, {{solution, 1}}, 0});
  }

  static int register_of(std::size_t row) { return solved_from + int(row); }

  StageUpdate gather(std::size_t row, Real factor) {
    const int from = begun_[row] ? register_of(row) : solution;
    begun_[row] = true;
    return {register_of(row), {{from, 1}}, factor};
  }

  std::vector<std::vector<Real>> f_, g_;
  std::vector<bool> begun_;
};

}  // namespace

std::vector<Stage> stages_of(const ImexTableau& tableau) {
  return ImexConverter(tableau).convert();
}

ImexTableau ars222() {
  const Real gamma = 1 - 1 / std::sqrt(Real(2)), delta = -1 / std::sqrt(Real(2));
  return {{{gamma}, {delta, 1 - delta}}, {{0, gamma}, {0, 1 - gamma, gamma}}};
}

ImexTableau ars343() {
  const Real gamma = 0.435866521508459;  // 6 x^3 - 18 x^2 + 9 x = 1
  const Real square = gamma * gamma;
  const Real b1 = -1.5 * square + 4 * gamma - 0.25, b2 = 1.5 * square - 5 * gamma + 1.25;
  const Real e = 0.5529291480359398;
  const Real third = 3.5 - 13 * gamma + 4.5 * square, half = (1 + gamma) / 2;
  const Real p = 1 - 4.5 * gamma + 1.5 * square, q = 2.75 - 10.5 * gamma + 3.75 * square;
  const Real first = (p + q) * e - third;
  return {{{gamma}, {first, half - first}, {1 - 2 * e, e, e}, {0, b1, b2, gamma}},
          {{0, gamma}, {0, (1 - gamma) / 2, gamma}, {0, b1, b2, gamma}, {0, b1, b2, gamma}}};
}

}  // namespace cardon::integrators
