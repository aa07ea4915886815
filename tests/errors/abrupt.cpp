// SPDX-License-Identifier: Apache-2.0
// A thorn whose task ends in its third step on the rank with the last point, on all ranks, or at
// once, or whose step limit does, in the way that the parameter `by` names.
#include <sys/resource.h>
#include <unistd.h>

#include <cardon/thorn.hpp>
#include <csignal>
#include <cstdlib>
#include <stdexcept>

using namespace cardon;

constexpr Parameter by{
    "by", "return", "How the task ends",
    one_of("return", "exception", "number", "error", "exit", "signal", "abort", "stack", "limit",
           "never", "never anywhere", "endless limit", "at once", "nan", "no nan", "nan abort")};
constexpr Parameter code{"code", int(exit_bad_input), "Exit code of its error", at_least(0)};
constexpr Evolved phi{"phi", "Scalar field"};

static void start(Point p, Write<phi> u) { u(p) = p.x(); }

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

// Leaves the processor to others.
static void wait_for_ever() {
  for (;;) pause();
}

static void end_by(const std::string& how, int exit_code) {
  if (how == "exception") throw std::runtime_error("the wire is cut");
  if (how == "number") throw 42;
  if (how == "error")
    throw Error(Problem{.slug = "abrupt/error", .message = "phi is too large"},
                ExitCode(exit_code));
  if (how == "exit") std::exit(0);
  if (how == "signal") std::raise(SIGSEGV);
  if (how == "abort") std::abort();
  if (how == "stack") overflow_stack();
  if (how == "never") wait_for_ever();
}

// In later steps than that in which the NaN comes.
static void complain(const std::string& how, const Point& p, Real value, GridView grid) {
  const bool negative = how == "no nan" && p.x() > 0.95;
  if (grid.iteration >= 3 && how == "nan abort" && !(value == value)) std::abort();
  if (grid.iteration >= 3 && (negative || (how == "nan" && !(value == value))))
    throw Error(Problem{.slug = "abrupt/error", .message = "phi is not positive"});
}

static void evolve(Points points, Read<phi> u, Write<next<phi>> new_u, const Value<by>& how,
                   const Value<code>& exit_code, GridView grid) {
  if (how == "at once") loop_for_ever();
  bool last = false;
  points.each([&](const Point& p) {
    complain(std::string(how), p, u(p), grid);
    new_u(p) = u(p);
    if ((how == "nan" || how == "nan abort") && grid.iteration == 2 && p.x() > 0.95)
      new_u(p) = sqrt(-1 - u(p));
    if (p.x() > 0.95) last = true;
  });
  if (how == "never anywhere" && grid.iteration == 2) wait_for_ever();
  if (last && grid.iteration == 2) end_by(std::string(how), exit_code);
}

static Real step(GridView grid, const Value<by>& how) {
  if (how == "endless limit") loop_for_ever();
  if (how == "limit") throw std::out_of_range("no such layer");
  return grid.spacing[0];
}

CARDON_THORN(Abrupt) {
  thorn.summary("A task that ends a run");
  thorn.limits_step<step>();
  thorn.at<start>(Initial);
  thorn.at<evolve>(Evolve);
}
