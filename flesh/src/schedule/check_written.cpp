// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <set>
#include <utility>

#include "schedule/passes.hpp"
#include "schedule/texts.hpp"

namespace cardon {
namespace {

// Walks through the tasks in their order and remembers which levels of which fields hold values.
class WrittenWalk {
 public:
  WrittenWalk(ScheduleBuilder& builder, const Program& program)
      : builder_(builder), program_(program) {}

  void check() {
    walk(program_.initial);
    const auto after_initial = written_;
    walk(program_.analysis);  // outputs of iteration 0
    walk(program_.terminate);
    written_ = after_initial;
    walk(program_.step);
  }

 private:
  using SlotKey = std::pair<int, int>;

  void walk(const std::vector<int>& list) {
    for (const int id : list) {
      const Task& task = program_.tasks[std::size_t(id)];
      if (task.kind == Task::rotate) rotate(task);
      if (task.kind == Task::compute || task.kind == Task::combine) run(task);
    }
  }

  void run(const Task& task) {
    for (const Binding& b : task.bindings) {
      const bool of_integrator =
          task.kind == Task::combine && field(b).internal;  // checked with its stages
      if (!b.reads || of_integrator || written_.count({b.field, b.level})) continue;
      if (reported_.insert({field(b).thorn + "::" + field(b).group, b.level}).second)
        report(task, b);
    }
    for (const Binding& b : task.bindings) {
      if (b.writes) written_.insert({b.field, b.level});
    }
  }

  const GridFunction& field(const Binding& b) const {
    return program_.fields[std::size_t(b.field)];
  }

  void rotate(const Task& task) {
    for (const int field : task.fields) {
      const int past = program_.fields[std::size_t(field)].past;
      for (int level = past; level >= 0; --level) {
        written_.erase({field, level});
        if (written_.count({field, level - 1})) written_.insert({field, level});
      }
      written_.erase({field, FieldRef::next_level});
    }
  }

  void report(const Task& task, const Binding& b) {
    Problem problem;
    problem.slug = "schedule/never-written";
    problem.message = fmt::format("{} reads {} in {}, but nothing has written it by then",
                                  task.name, declared_text(b), bin_name(task.bin));
    for (const ActiveTask& other : builder_.tasks) {
      for (const Binding& o : other.task.bindings) {
        if (!o.writes || o.field != b.field || o.level != b.level) continue;
        problem.notes.push_back(fmt::format("{} writes {} in {}", other.full_name(),
                                            declared_text(o), bin_name(other.task.bin)));
      }
    }
    if (task.bin == Bin::analysis)
      problem.notes.push_back("outputs of iteration 0 come before the first step");
    if (task.bin == Bin::terminate) problem.notes.push_back("a run may end before the first step");
    problem.help = help(task, b, field(b));
    builder_.report(std::move(problem));
  }

  static std::string help(const Task& task, const Binding& b, const GridFunction& f) {
    const std::string what = level_text(f.group, b.level);
    if (b.level == FieldRef::next_level) return fmt::format("write {} in a task of Evolve", what);
    if (f.role == Role::derived)
      return fmt::format("write {} in a task of {}, or read it in Analysis", what,
                         bin_name(task.bin));
    return fmt::format("write {} in a task of Initial", what);
  }

  ScheduleBuilder& builder_;
  const Program& program_;
  std::set<SlotKey> written_;
  std::set<std::pair<std::string, int>> reported_;
};

}  // namespace

void check_written(ScheduleBuilder& builder, const Program& program) {
  if (builder.complete) WrittenWalk(builder, program).check();
}

}  // namespace cardon
