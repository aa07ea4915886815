// SPDX-License-Identifier: Apache-2.0
// A thorn whose task ends in its third step on the rank with the last point, on all ranks, or at
// once, or whose step limit does, in the way that the parameter `by` names.
#include <sys/resource.h>

#include <cardon/thorn.hpp>
#include <csignal>
#include <cstdlib>
#include <stdexcept>

using namespace cardon;

constexpr Parameter by{
    "by", "return", "How the task ends",
    one_of("return", "exception", "number", "error", "exit", "signal", "abort", "stack", "limit",
           "never", "never anywhere", "endless limit", "at once")};
constexpr Field phi{"phi", "Scalar field"};

static void start(Block& block) {
  auto u = block.write(phi);
  block.for_each(
      "start", KOKKOS_LAMBDA(const Point& p) { u(p) = p.x(); });
}

// Beyond the end of the stack, which is near.
static int fill_stack(int frames) {
  volatile char frame[1 << 14];
  frame[frames % int(sizeof frame)] = 1;
  return frames == 0 ? 0 : fill_stack(frames - 1) + frame[0];
}

static void overflow_stack() {
  rlimit limit{};
  getrlimit(RLIMIT_STACK, &limit);
  limit.rlim_cur = 1 << 20;
  setrlimit(RLIMIT_STACK, &limit);
  fill_stack(1 << 12);
}

static void loop_for_ever() {
  for (volatile bool goes_on = true; goes_on;) continue;
}

static void end_by(const std::string& how) {
  if (how == "exception") throw std::runtime_error("the wire is cut");
  if (how == "number") throw 42;
  if (how == "error") throw Error(Problem{.slug = "abrupt/error", .message = "phi is too large"});
  if (how == "exit") std::exit(0);
  if (how == "signal") std::raise(SIGSEGV);
  if (how == "abort") std::abort();
  if (how == "stack") overflow_stack();
  if (how == "never") loop_for_ever();
}

static void evolve(Block& block) {
  if (block[by] == "at once") loop_for_ever();
  auto u = block.read(phi);
  auto new_u = block.write(next(phi));
  bool last = false;
  block.for_each("evolve", [&](const Point& p) {
    new_u(p) = u(p);
    if (p.x() > 0.95) last = true;
  });
  if (block[by] == "never anywhere" && block.iteration() == 2) loop_for_ever();
  if (last && block.iteration() == 2) end_by(std::string(block[by]));
}

static Real step(const Block& block) {
  if (block[by] == "endless limit") loop_for_ever();
  if (block[by] == "limit") throw std::out_of_range("no such layer");
  return block.spacing(0);
}

CARDON_THORN(Abrupt) {
  thorn.summary("A task that ends a run");
  thorn.parameters(by);
  thorn.evolves(phi);
  thorn.limits_step("step", step);
  thorn.at(Initial, "start", start).writes(phi);
  thorn.at(Evolve, "evolve", evolve).reads(phi).writes(next(phi));
}
