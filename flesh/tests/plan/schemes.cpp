// SPDX-License-Identifier: Apache-2.0
#include "schemes.hpp"

#include <algorithm>

#include "plans/print.hpp"

namespace cardon::plan {
int Scheme::field(const std::string& name) {
  input.fields.push_back(name);
  return int(input.fields.size()) - 1;
}

int Scheme::task(TaskDecl task) {
  input.tasks.push_back(std::move(task));
  return int(input.tasks.size()) - 1;
}

CyclicSequence Scheme::sequence(int steps) const {
  std::vector<std::vector<int>> all{initial};
  all.insert(all.end(), steps, step);
  return {all, {}};
}

Link blocks(int depth) { return {"blocks", depth, 0, -1}; }

Link wide(const std::string& name, int depth, int axis) { return {name, depth, 1, axis}; }

Scheme leapfrog(std::vector<Link> links, int radius) {
  Scheme s;
  s.input.links = std::move(links);
  const int phi = s.field("phi");
  s.at_start({.name = "gaussian", .reads = {}, .writes = {{phi, 0}, {phi, 1}}, .rotates = {}});
  s.in_step({.name = "evolve",
             .reads = {{{phi, 0}, cube(radius)}, {{phi, 1}}},
             .writes = {{phi, Slot::next_level}},
             .rotates = {}});
  s.in_step({.name = "rotate", .reads = {}, .writes = {}, .rotate = true, .rotates = {phi}});
  return s;
}

Scheme runge_kutta_4(std::vector<Link> links, int radius) {
  Scheme s;
  s.input.links = std::move(links);
  const Slot y{s.field("y")}, y0{s.field("y0")}, sum{s.field("sum")}, k{s.field("k")};
  s.at_start({.name = "initial", .reads = {}, .writes = {y}, .rotates = {}});
  const TaskDecl rhs{.name = "rhs", .reads = {{y, cube(radius)}}, .writes = {k}, .rotates = {}};
  s.in_step(rhs);
  s.in_step({.name = "update1", .reads = {{y}, {k}}, .writes = {y0, sum, y}, .rotates = {}});
  s.in_step(rhs);
  s.in_step({.name = "update2", .reads = {{y0}, {sum}, {k}}, .writes = {sum, y}, .rotates = {}});
  s.in_step(rhs);
  s.in_step({.name = "update3", .reads = {{y0}, {sum}, {k}}, .writes = {sum, y}, .rotates = {}});
  s.in_step(rhs);
  s.in_step({.name = "update4", .reads = {{sum}, {k}}, .writes = {y}, .rotates = {}});
  return s;
}

Scheme crank_nicholson(std::vector<Link> links, int iterations) {
  Scheme s;
  s.input.links = std::move(links);
  const int field = s.field("u");
  const Slot u{field}, next{field, Slot::next_level}, mean{s.field("mean")}, k{s.field("k")};
  s.at_start({.name = "initial", .reads = {}, .writes = {u}, .rotates = {}});
  for (int i = 0; i < iterations; ++i) {
    if (i == 0) {
      s.in_step({.name = "slope", .reads = {{u, cube(1)}}, .writes = {k}, .rotates = {}});
    } else {
      s.in_step({.name = "average", .reads = {{u}, {next}}, .writes = {mean}, .rotates = {}});
      s.in_step({.name = "slope", .reads = {{mean, cube(1)}}, .writes = {k}, .rotates = {}});
    }
    s.in_step({.name = "guess", .reads = {{u}, {k}}, .writes = {next}, .rotates = {}});
  }
  s.in_step({.name = "rotate", .reads = {}, .writes = {}, .rotate = true, .rotates = {field}});
  return s;
}

std::vector<std::string> plan_lines(const Scheme& scheme) {
  return print(make_plan(scheme.input, scheme.sequence()));
}

std::vector<std::string> cycle_lines(const Scheme& scheme) {
  const auto lines = plan_lines(scheme);
  const auto cycle = std::find_if(lines.begin(), lines.end(), [](const std::string& line) {
    return line.rfind("then every", 0) == 0;
  });
  return {cycle, lines.end()};
}

}  // namespace cardon::plan
