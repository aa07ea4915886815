// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/services/parameter_set.hpp>
#include <cmath>
#include <complex>
#include <functional>
#include <map>
#include <memory>

#include "euler.hpp"
#include "icn.hpp"
#include "imex_tableau.hpp"
#include "rk2.hpp"
#include "rk4.hpp"
#include "runge_kutta.hpp"
#include "ssprk3.hpp"

namespace cardon::integrators {
namespace {

using Rhs = std::function<Real(Real y, Real t)>;

/// Applies a table to one number as a driver does to a field.
Real step(const std::vector<Stage>& stages, const Rhs& f, Real y, Real t, Real dt) {
  std::map<int, Real> registers{{0, y}};
  for (const Stage& stage : stages) {
    const Real rhs = f(registers[0], t + stage.time * dt);
    for (const StageUpdate& update : stage.updates) {
      Real value = 0;
      for (const auto& term : update.terms) value += term.factor * registers.at(term.source);
      registers[update.target] = value + dt * update.rhs_factor * rhs;
    }
  }
  return registers[0];
}

Real integrate(const std::vector<Stage>& stages, const Rhs& f, Real y, Real end, int n) {
  for (int i = 0; i < n; ++i) y = step(stages, f, y, i * end / n, end / n);
  return y;
}

struct Case {
  const char* name;
  std::shared_ptr<Integrator> integrator;
  std::vector<Stage> stages;
  int order;
  std::size_t evaluations;
  int registers;
};

std::vector<Case> cases() {
  const ParameterRegistry registry;
  const ParameterSet none(registry);
  std::vector<Case> list{{"euler", std::make_shared<Euler>(), {}, 1, 1, 1},
                         {"rk2", std::make_shared<Rk2>(), {}, 2, 2, 2},
                         {"ssprk3", std::make_shared<SspRk3>(), {}, 3, 3, 2},
                         {"rk4", std::make_shared<Rk4>(), {}, 4, 4, 3}};
  const auto tableau = [&](const char* name, Tableau (*table)(), int order, std::size_t evaluations,
                           int registers) {
    list.push_back(
        {name, std::make_shared<RungeKutta>(table, order), {}, order, evaluations, registers});
  };
  tableau("rk3", kutta3, 3, 3, 3);
  tableau("bs32", bogacki_shampine32, 3, 3, 3);
  tableau("dp54", dormand_prince54, 5, 6, 6);
  tableau("rk65", prince_dormand65, 6, 8, 8);
  tableau("dp87", prince_dormand87, 8, 13, 13);
  for (Case& c : list) c.stages = c.integrator->stages(none);
  for (int n : {1, 2, 3})
    list.push_back({"icn", std::make_shared<Icn>(), Icn::table(n), 2, std::size_t(n + 1), 2});
  return list;
}

// Non-linear and with an explicit time, so that wrong stage times and wrong weights both show:
// y' = -2 t y^2, y(0) = 1, has the solution 1 / (1 + t^2).
TEST(Integrators, ConvergeWithTheirOrder) {
  const Rhs f = [](Real y, Real t) { return -2 * t * y * y; };
  for (const Case& c : cases()) {
    // The leading errors of order 5 nearly cancel at 0.8; all errors are well above rounding
    // errors.
    const Real end = c.order == 5 ? 2 : 0.8, exact = 1 / (1 + end * end);
    const int steps = c.order == 5 ? 64 : c.order < 6 ? 32 : c.order < 8 ? 8 : 4;
    const Real coarse = std::abs(integrate(c.stages, f, 1, end, steps) - exact);
    const Real fine = std::abs(integrate(c.stages, f, 1, end, 2 * steps) - exact);
    EXPECT_EQ(c.integrator->order(), c.order) << c.name;
    EXPECT_NEAR(std::log2(coarse / fine), c.order, 0.3)
        << c.name << " with " << c.stages.size() << " stages";
  }
}

TEST(Integrators, AreConsistent) {
  for (const Case& c : cases()) {
    EXPECT_EQ(c.stages.size(), c.evaluations) << c.name;
    // A constant state stays to the bit; y' = 1 is exact to rounding.
    EXPECT_NEAR(step(
                    c.stages, [](Real, Real) { return 0; }, 0.7, 0, 0.1),
                0.7, 2e-16)
        << c.name;
    EXPECT_NEAR(step(
                    c.stages, [](Real, Real) { return 1; }, 0.7, 0, 0.1),
                0.8, 5e-16)
        << c.name;
  }
}

TEST(Integrators, UseNoMoreRegistersThanSaid) {
  for (const Case& c : cases()) {
    int largest = 0;
    for (const Stage& stage : c.stages)
      for (const StageUpdate& update : stage.updates) largest = std::max(largest, update.target);
    EXPECT_EQ(largest + 1, c.registers) << c.name;
    EXPECT_EQ(c.stages.back().updates.back().target, 0) << c.name;
  }
}

// The error of one step is that of the method of higher order; the estimate is that of the other.
TEST(Integrators, EstimateErrorsOfTheLowerOrder) {
  const Rhs f = [](Real y, Real t) { return -2 * t * y * y; };
  const ParameterRegistry registry;
  const ParameterSet none(registry);
  const std::pair<Tableau (*)(), int> pairs[] = {{bogacki_shampine32, 2}, {dormand_prince54, 4}};
  for (const auto& [table, order] : pairs) {
    const RungeKutta method(table, order + 1);
    const std::vector<Stage> stages = method.stages(none);
    const EmbeddedMethod other = method.embedded();
    EXPECT_EQ(other.order, order);
    ASSERT_EQ(other.weights.size(), stages.size() + 1);
    const auto estimate = [&](Real dt) {
      const Real y = 0.8, t = 0.5;  // where no derivative vanishes
      std::map<int, Real> registers{{0, y}};
      Real sum = 0;
      for (std::size_t s = 0; s < stages.size(); ++s) {
        const Real rhs = f(registers[0], t + stages[s].time * dt);
        sum += other.weights[s] * rhs;
        for (const StageUpdate& update : stages[s].updates) {
          Real value = 0;
          for (const auto& term : update.terms) value += term.factor * registers.at(term.source);
          registers[update.target] = value + dt * update.rhs_factor * rhs;
        }
      }
      return std::abs(dt * (sum + other.weights.back() * f(registers[0], t + dt)));
    };
    EXPECT_NEAR(std::log2(estimate(0.05) / estimate(0.025)), order + 1, 0.3);
  }
}

/// y' = f(y, t) + stiffness (cos(t) - y), the second part implicit.
Real imex_step(const std::vector<Stage>& stages, Real stiffness, Real y, Real t, Real dt) {
  std::map<int, Real> registers{{0, y}};
  const auto apply = [&](const std::vector<StageUpdate>& updates, Real rhs) {
    for (const StageUpdate& update : updates) {
      Real value = 0;
      for (const auto& term : update.terms) value += term.factor * registers.at(term.source);
      registers[update.target] = value + dt * update.rhs_factor * rhs;
    }
  };
  for (std::size_t s = 0; s < stages.size(); ++s) {
    apply(stages[s].updates, -2 * (t + stages[s].time * dt) * registers[0] * registers[0]);
    if (stages[s].implicit == 0) continue;
    const Real h = stages[s].implicit * dt;
    const Real after = t + (s + 1 < stages.size() ? stages[s + 1].time : 1) * dt;
    registers[0] = (registers[0] + h * stiffness * std::cos(after)) / (1 + h * stiffness);
    apply(stages[s].after_implicit, 0);
  }
  return registers[0];
}

TEST(Integrators, WithImplicitStagesConvergeWithTheirOrder) {
  const ParameterRegistry registry;
  const ParameterSet none(registry);
  const std::pair<ImexTableau (*)(), int> methods[] = {{ars222, 2}, {ars343, 3}};
  for (const auto& [table, order] : methods) {
    const ImexRungeKutta method(table, order);
    const std::vector<Stage> stages = method.stages(none);
    EXPECT_EQ(method.order(), order);
    const auto at_end = [&](int steps, Real stiffness) {
      Real y = 1;
      for (int n = 0; n < steps; ++n)
        y = imex_step(stages, stiffness, y, Real(n) / steps, 1.0 / steps);
      return y;
    };
    const Real exact = at_end(4096, 1.5);
    const Real coarse = std::abs(at_end(32, 1.5) - exact), fine = std::abs(at_end(64, 1.5) - exact);
    EXPECT_NEAR(std::log2(coarse / fine), order, 0.2);
    // Very stiff terms neither grow nor leave anything of the old state: y follows cos(t).
    EXPECT_NEAR(at_end(10, 1e12), std::cos(1), 2e-3);
    EXPECT_NEAR(imex_step(stages, 1e12, 1e6, 0, 0.1), std::cos(0.1), 0.05);
  }
}

// Factor by which y' = z y grows in a step of 1: the table applied to complex numbers.
std::complex<Real> growth(const std::vector<Stage>& stages, std::complex<Real> z) {
  std::map<int, std::complex<Real>> registers{{0, 1}};
  for (const Stage& stage : stages) {
    const std::complex<Real> rhs = z * registers[0];
    for (const StageUpdate& update : stage.updates) {
      std::complex<Real> value = update.rhs_factor * rhs;
      for (const auto& term : update.terms) value += term.factor * registers.at(term.source);
      registers[update.target] = value;
    }
  }
  return registers[0];
}

TEST(Icn, TwoCorrectionsAreStableUpToTwo) {
  const std::complex<Real> i(0, 1);
  EXPECT_LT(std::abs(growth(Icn::table(2), 1.99 * i)), 1);
  EXPECT_GT(std::abs(growth(Icn::table(2), 2.01 * i)), 1);
  EXPECT_GT(std::abs(growth(Icn::table(1), 0.5 * i)), 1);
}

TEST(Icn, TakesTheNumberOfCorrectionsFromItsSection) {
  ParameterRegistry registry;
  registry.add({.path = Icn::section,
                .description = "",
                .provider = "Integrators",
                .parameters = {declare(icn_iterations)}});
  EXPECT_EQ(Icn().stages(ParameterSet(registry)).size(), 3u);
}

}  // namespace
}  // namespace cardon::integrators
