// SPDX-License-Identifier: Apache-2.0
#include "grid/task_call.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cardon/thorn/error.hpp>
#include <charconv>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <mutex>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "grid/running_task.hpp"

namespace cardon {

class TaskCalls {
 public:
  std::atomic<const char*> name{nullptr};  // of a task or step limit
  std::atomic<long> iteration{0}, call{0};
};

namespace {

/// What a task may read in the call that goes on.
struct InReach {
  const BlockContext* context = nullptr;
  const Box* box = nullptr;
  const BlockStorage* storage = nullptr;
};

thread_local TaskCalls calls_here;  // ranks may be threads
thread_local InReach reach_here;
// The last one to begin, for a signal on a thread that a task has started.
std::atomic<const char*> last_name{nullptr};

constexpr std::array fatal_signals{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
std::array<struct sigaction, fatal_signals.size()> actions_before;

// For signal handlers of the thread, and for threads that watch it. No thread waits until others
// know: that costs as much as some rows.
void set_name(const char* name) {
  calls_here.name.store(name, std::memory_order_release);
  last_name.store(name, std::memory_order_release);
}

// Returns what ran before.
const char* begin_call(const std::string& name, long iteration) {
  const char* const before = calls_here.name;
  calls_here.iteration.store(iteration, std::memory_order_relaxed);
  calls_here.call.store(calls_here.call.load(std::memory_order_relaxed) + 1,
                        std::memory_order_relaxed);
  set_name(name.c_str());
  return before;
}

void end_call(const char* before) { set_name(before); }

struct Running {
  Running(const std::string& name, long iteration) : before(begin_call(name, iteration)) {}
  ~Running() { end_call(before); }
  const char* before;
};

/// A NaN or an infinity in a field.
struct NotFinite {
  const BoundField* field = nullptr;
  Index3 at{0, 0, 0};
  Real value = 0;
};

bool find_not_finite(const BoundField& field, const Box& box, NotFinite& found) {
  const FieldReader& values = field.values;
  for (int k = box.lo[2]; k < box.hi[2]; ++k)
    for (int j = box.lo[1]; j < box.hi[1]; ++j)
      for (int i = box.lo[0]; i < box.hi[0]; ++i) {
        const Real value = values.origin[i + j * values.sy + k * values.sz];
        if (std::isfinite(value)) continue;
        found = {&field, {i, j, k}, value};
        return true;
      }
  return false;
}

/// The first one in what a task reads for the points of a box; corners of its stencil are left out,
/// because they need not be filled. Only what a signal handler may do.
NotFinite first_not_finite(const BlockContext& context, const Box& box,
                           const BlockStorage& storage) {
  NotFinite found;
  for (const BoundField& field : context.fields) {
    // Where a task fills what it reads, NaN may be what it is about to replace.
    if (!field.reads || field.writes) continue;
    if (find_not_finite(field, box, found)) return found;
    for (std::size_t d = 0; d < 3; ++d) {
      Box reach = box;
      reach.lo[d] -= field.radius[d];
      reach.hi[d] += field.radius[d];
      if (find_not_finite(field, intersect(reach, storage.stored()), found)) return found;
    }
  }
  return found;
}

NotFinite first_not_finite_here() {
  const InReach& here = reach_here;
  return here.context ? first_not_finite(*here.context, *here.box, *here.storage) : NotFinite{};
}

constexpr long before_all = -1;  // iteration of step limits
/// What to do about a value that is not finite, in the call that goes on. Only what a signal
/// handler may do.
class WayToTrace {
 public:
  WayToTrace() {
    const long iteration = reach_here.context->iteration;
    if (iteration == 0) {
      append("inspect the initial data");
      return;
    }
    append("set time.stop.iterations: ");
    std::array<char, 24> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), iteration).ptr;
    append({digits.data(), std::size_t(end - digits.data())});
    append(
        ": the run then ends before this step, and its last check names the task that produced it");
  }
  std::string_view text() const { return {text_.data(), length_}; }

 private:
  void append(std::string_view part) {
    length_ += part.copy(text_.data() + length_, text_.size() - length_);
  }
  std::array<char, 200> text_{};
  std::size_t length_ = 0;
};

struct Reaching {
  explicit Reaching(const InReach& now) : before(std::exchange(reach_here, now)) {}
  Reaching(const Reaching&) = delete;
  Reaching& operator=(const Reaching&) = delete;
  ~Reaching() { reach_here = before; }
  InReach before;
};

// In one piece, or the words of several ranks get mixed. Only what a signal handler may do.
void say(std::initializer_list<std::string_view> parts) {
  std::array<char, 512> text{};
  std::size_t length = 0;
  for (const std::string_view part : parts)
    length += part.copy(text.data() + length, text.size() - length);
  const ssize_t written = write(STDERR_FILENO, text.data(), length);
  (void)written;
}

std::string reading_of(const NotFinite& found) {
  const int dimensions = reach_here.context->dimensions;
  return fmt::format("it read     {} = {} at point ({})", found.field->name, found.value,
                     fmt::join(found.at.begin(), found.at.begin() + dimensions, ", "));
}

void end_by_exit() {
  const char* const name = calls_here.name;
  if (!name) return;
  static std::atomic<bool> ends{false};
  while (ends.exchange(true)) pause();  // another thread does it
  Problem problem;
  problem.slug = "thorn/exit";
  problem.message = std::string(name) + " ended the program";
  problem.notes = {"it called exit, or stop in Fortran; the other ranks are not informed"};
  problem.help = "let it return; C++ may throw an exception";
  if (calls_here.iteration != before_all)
    problem.notes.push_back(fmt::format("in iteration {}", calls_here.iteration.load()));
  if (const NotFinite found = first_not_finite_here(); found.field) {
    problem.notes.push_back(reading_of(found));
    problem.help = WayToTrace().text();
  }
  std::fflush(stdout);
  std::fputs(format_problems({problem}, "the run was stopped.").c_str(), stderr);
  std::_Exit(exit_bad_input);
}

// Only what a signal handler may do. Whoever was there before gets the signal afterwards.
void end_by_signal(int signal) {
  for (std::size_t n = 0; n < fatal_signals.size(); ++n)
    if (fatal_signals[n] == signal) sigaction(signal, &actions_before[n], nullptr);
  const char* const own = calls_here.name;
  if (const char* const name = own != nullptr ? own : last_name.load()) {
    say({"error: the program was ended by a signal within ", name, " [", "thorn/signal", "]\n"});
    // After other signals, addresses are not to be trusted.
    const bool intended = signal == SIGABRT || signal == SIGFPE;
    if (const BoundField* const bad =
            own != nullptr && intended ? first_not_finite_here().field : nullptr)
      say({"        ", bad->name, ", which it reads, is not finite\n   help: ", WayToTrace().text(),
           "\n"});
    else
      say({"   help: look for reads and writes beyond an array there\n"});
  }
  raise(signal);
}

// For signals on a thread whose stack is at its end.
class SignalStack {
 public:
  SignalStack() {
    stack_t stack{};
    stack.ss_sp = place_.data();
    stack.ss_size = place_.size();
    sigaltstack(&stack, nullptr);
  }
  SignalStack(const SignalStack&) = delete;
  SignalStack& operator=(const SignalStack&) = delete;
  ~SignalStack() {
    stack_t none{};
    none.ss_flags = SS_DISABLE;
    sigaltstack(&none, nullptr);
  }

 private:
  std::vector<char> place_ = std::vector<char>(1 << 16);
};

bool watch_ends() {
  std::atexit(end_by_exit);
#ifndef CARDON_SANITIZED  // sanitizers say more
  struct sigaction action {};
  action.sa_handler = end_by_signal;
  action.sa_flags = SA_ONSTACK;
  for (std::size_t n = 0; n < fatal_signals.size(); ++n)
    sigaction(fatal_signals[n], &action, &actions_before[n]);
#endif
  return true;
}

void watch_ends_here() {
  watch_ends_of_tasks();
  // Of threads that exit at once, each goes on with what no other has taken.
  thread_local const bool registered = std::atexit(end_by_exit) == 0;
  (void)registered;
#ifndef CARDON_SANITIZED
  thread_local const SignalStack stack;
#endif
}

Error exception_in(const std::string& name, long iteration, const std::string& what) {
  Problem problem;
  problem.slug = "thorn/exception";
  problem.message = fmt::format("{} threw {}", name, what);
  if (iteration != before_all) problem.notes = {fmt::format("in iteration {}", iteration)};
  problem.help =
      "the exception originates in the thorn; an Error of Cardon would be printed as it is";
  return Error(problem);
}

template <class Call>
auto call_watched(const std::string& name, long iteration, const Call& call) {
  watch_ends_here();
  const Running running(name, iteration);
  try {
    return call();
  } catch (const Error&) {
    throw;
  } catch (const Bug&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& other) {
    throw exception_in(name, iteration, fmt::format("an exception: {}", other.what()));
  } catch (...) {
    throw exception_in(name, iteration, "something that is not a std::exception");
  }
}

/// Into what the task would have written, lest old values hide from the next check that it was not
/// computed.
void fill_with_nan(const BlockContext& context, const Box& box) {
  for (const BoundField& field : context.fields)
    for (int k = box.lo[2]; field.writes && k < box.hi[2]; ++k)
      for (int j = box.lo[1]; j < box.hi[1]; ++j) {
        Real* const row =
            const_cast<Real*>(field.values.origin) + j * field.values.sy + k * field.values.sz;
        std::fill(row + box.lo[0], row + box.hi[0], std::nan(""));
      }
}

// Errors of Cardon name the task, and before the first step parameters are to blame.
Error thrown_in_step(const Error& error, const BlockContext& context) {
  std::vector<Problem> problems = error.problems();
  Problem& first = problems.front();
  const bool is_of_thorn = !first.slug.starts_with("schedule/") && first.slug != "thorn/exception";
  if (context.step > 0 && is_of_thorn)
    first.notes.push_back(
        fmt::format("thrown by   {} in iteration {}", context.task, context.iteration));
  return Error(problems, error.exit_code()).in_task();
}

}  // namespace

void watch_ends_of_tasks() {
  static const bool watched = watch_ends();
  (void)watched;
}

const TaskCalls& calls_of_this_thread() { return calls_here; }

RunningTask running_task(const TaskCalls& calls) {
  const char* const name = calls.name;
  return {name, calls.iteration, calls.call};
}

void set_grid(const Grid& grid, BlockContext& context) {
  context.dimensions = grid.dimensions;
  context.points = grid.points;
  context.origin = grid.origin;
  context.lower = grid.lower;
  context.upper = grid.upper;
  for (int d = 0; d < grid.dimensions; ++d) context.spacing[d] = grid.spacing[d];
}

TaskAwaited::TaskAwaited(const Task& task, long iteration)
    : before_(begin_call(task.name, iteration)) {}

TaskAwaited::~TaskAwaited() { end_call(before_); }

void call_task(const Task& task, Block& block) {
  static std::mutex one_at_a_time;
  std::unique_lock lock(one_at_a_time, std::defer_lock);
  if (task.serial) lock.lock();
  try {
    call_watched(task.name, block.iteration(), [&] { task.function(block); });
  } catch (Error& error) {
    error.in_task();
    throw;
  }
}

void call_task(const Task& task, const BlockContext& context, const Box& box,
               const BlockStorage& storage, TaskFailures* failures) {
  Block block(context);
  const Reaching reaching({&context, &box, &storage});
  try {
    call_task(task, block);
  } catch (const Error& error) {
    const auto has_read_nan = [&] { return first_not_finite(context, box, storage).field; };
    const Error told = thrown_in_step(error, context);
    if (failures == nullptr || !failures->keep(told, context.step, has_read_nan)) throw Error(told);
    fill_with_nan(context, box);
  }
}

Real call_step_limit(const std::string& name, const StepLimitFunction& limit, const Block& block) {
  return call_watched(name, before_all, [&] { return limit(block); });
}

}  // namespace cardon
