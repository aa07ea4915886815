// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "schedule/passes.hpp"
#include "schedule/relations.hpp"
#include "schedule/task_graph.hpp"
#include "schedule/texts.hpp"

namespace cardon {
namespace {

// What the tasks of a bin do with one slot; tasks by their number in the bin.
struct SlotUsers {
  std::string text;           // "past(phi)"
  std::vector<int> writers;   // write without reading
  std::vector<int> updaters;  // read and write
  std::vector<int> readers;   // read only
};

// Orders the tasks of one bin.
class BinOrder {
 public:
  BinOrder(ScheduleBuilder& builder, Bin bin, const std::vector<Relation>& relations)
      : builder_(builder), bin_(bin), tasks_(tasks_in(builder, bin)), graph_(int(tasks_.size())) {
    for (const Relation& r : relations) {
      if (builder.tasks[std::size_t(r.first)].task.bin == bin)
        graph_.add(number(r.first), number(r.second), r.reason);
    }
  }

  std::vector<int> order() {
    collect_users();
    add_data_flow();
    add_scalar_flow();
    add_settings();
    add_boundary_flow();
    if (const auto circle = graph_.circle(); !circle.empty()) {
      report_circle(circle);
      return tasks_;
    }
    report_ambiguities();
    std::vector<int> order;
    for (const int i : graph_.order()) order.push_back(tasks_[std::size_t(i)]);
    return order;
  }

 private:
  static std::vector<int> tasks_in(const ScheduleBuilder& builder, Bin bin) {
    std::vector<int> tasks;
    for (std::size_t i = 0; i < builder.tasks.size(); ++i) {
      if (builder.tasks[i].task.bin == bin) tasks.push_back(int(i));
    }
    return tasks;
  }

  int number(int task) const {
    return int(std::find(tasks_.begin(), tasks_.end(), task) - tasks_.begin());
  }
  const ActiveTask& task(int i) const {
    return builder_.tasks[std::size_t(tasks_[std::size_t(i)])];
  }
  std::string name(int i) const { return task(i).full_name(); }

  void collect_users() {
    for (int i = 0; i < int(tasks_.size()); ++i) {
      std::map<std::pair<int, int>, std::pair<bool, bool>>
          uses;  // a task may name a field in two ways
      for (const Binding& b : task(i).task.bindings) {
        auto& [reads, writes] = uses[{b.field, b.level}];
        reads = reads || b.reads;
        writes = writes || b.writes;
        slots_[{b.field, b.level}].text = level_text(subject_name(b), b.declared_level);
      }
      for (const auto& [slot, use] : uses) {
        SlotUsers& users = slots_[slot];
        (use.first && use.second ? users.updaters
         : use.second            ? users.writers
                                 : users.readers)
            .push_back(i);
      }
    }
  }

  std::string subject_name(const Binding& b) const {
    const int advanced = builder_.fields.advanced_by(b.field);
    return builder_.fields[advanced >= 0 ? advanced : b.field].name;
  }

  // What a task writes afresh is there before others read or update it, unless they are declared to
  // come first.
  void add_data_flow() {
    const TaskGraph declared = graph_;
    for (const auto& [slot, users] : slots_) {
      for (const int writer : users.writers) {
        for (const auto* takers : {&users.updaters, &users.readers}) {
          for (const int reader : *takers) {
            if (declared.leads(reader, writer)) continue;
            graph_.add(
                writer, reader,
                fmt::format("{} reads {}, written by {}", name(reader), users.text, name(writer)));
          }
        }
      }
    }
  }

  // A scalar of the same step is there before others read it.
  void add_scalar_flow() {
    const int tasks = int(tasks_.size());
    for (int reader = 0; reader < tasks; ++reader)
      for (const ScalarRead& read : task(reader).task.reads_scalars)
        for (int reducer = 0; reducer < tasks && read.lag == 0; ++reducer) {
          const std::vector<int>& reduced = task(reducer).task.scalars;
          if (reducer == reader ||
              std::find(reduced.begin(), reduced.end(), read.scalar) == reduced.end())
            continue;  // check_scalars() has told who reads what it reduces itself
          graph_.add(reducer, reader,
                     fmt::format("{} reads {}, reduced by {}", name(reader), read.declared,
                                 name(reducer)));
        }
  }

  // What a task sets is there before others of the bin read it, unless they are declared to come
  // first.
  void add_settings() {
    const TaskGraph declared = graph_;
    const int tasks = int(tasks_.size());
    for (int setter = 0; setter < tasks; ++setter)
      for (const ScalarWrite& set : task(setter).task.sets)
        for (int reader = 0; reader < tasks; ++reader)
          for (const ScalarRead& read : task(reader).task.reads_scalars)
            if (reader != setter && read.lag == 0 && read.scalar == set.slot &&
                !declared.leads(reader, setter))
              graph_.add(
                  setter, reader,
                  fmt::format("{} reads {}, set by {}", name(reader), read.declared, name(setter)));
  }

  // A boundary of a thorn fills after the tasks that write its fields: the scalars that it reads
  // are there by then. Initial tasks may need the fields for them, and so may those that set them.
  void add_boundary_flow() {
    const int tasks = int(tasks_.size());
    for (const Task& boundary : builder_.face_tasks)
      for (const ScalarRead& read : boundary.reads_scalars)
        for (int writer = 0; read.lag == 0 && writer < tasks; ++writer)
          if (fills_after(boundary, task(writer).task))
            for (int giver = 0; giver < tasks; ++giver)
              if (giver != writer) add_giver(giver, writer, boundary, read);
  }

  void add_giver(int giver, int writer, const Task& boundary, const ScalarRead& read) {
    const Task& t = task(giver).task;
    const bool reduces =
        std::find(t.scalars.begin(), t.scalars.end(), read.scalar) != t.scalars.end();
    const bool sets = std::any_of(t.sets.begin(), t.sets.end(),
                                  [&](const ScalarWrite& s) { return s.slot == read.scalar; });
    const bool may_be_late = sets || bin_ == Bin::initial;
    if (!(reduces || sets) || (may_be_late && graph_.leads(writer, giver))) return;
    graph_.add(
        giver, writer,
        fmt::format("the boundary {} fills what {} writes, and reads {}, {} by {}", boundary.name,
                    name(writer), read.declared, sets ? "set" : "reduced", name(giver)));
  }

  void report_circle(const std::vector<TaskGraph::Edge>& circle) {
    Problem problem;
    problem.slug = "schedule/cycle";
    std::vector<std::string> names;
    for (const TaskGraph::Edge& edge : circle) {
      names.push_back(name(edge.first));
      problem.notes.push_back(edge.reason);
    }
    problem.message =
        circle.size() == 1
            ? fmt::format("{} in {} waits for itself", names[0], bin_name(bin_))
            : fmt::format("{} in {} wait for each other", joined(names), bin_name(bin_));
    problem.help = "correct .before() and .after(), or let one of the tasks read another field";
    builder_.report(std::move(problem));
    builder_.complete = false;
  }

  void report_ambiguities() {
    std::map<std::pair<int, int>, std::vector<std::string>> both_write, read_and_update;
    const auto check = [&](auto& found, int a, int b, const std::string& slot) {
      if (a != b && !graph_.leads(a, b) && !graph_.leads(b, a)) found[{a, b}].push_back(slot);
    };
    for (const auto& [slot, users] : slots_) {
      for (const auto* group : {&users.writers, &users.updaters}) {
        for (std::size_t a = 0; a < group->size(); ++a) {
          for (std::size_t b = a + 1; b < group->size(); ++b)
            check(both_write, (*group)[a], (*group)[b], users.text);
        }
      }
      for (const int reader : users.readers) {
        for (const int updater : users.updaters)
          check(read_and_update, reader, updater, users.text);
      }
    }
    for (const auto& [pair, slots] : both_write) {
      ambiguous(pair, fmt::format("both write {}", joined(slots)));
    }
    for (const auto& [pair, slots] : read_and_update) {
      ambiguous(pair, fmt::format("{} reads {}, which {} updates", name(pair.first), joined(slots),
                                  name(pair.second)));
    }
  }

  void ambiguous(const std::pair<int, int>& pair, const std::string& why) {
    const auto [a, b] = pair;
    const bool same_thorn = task(a).thorn == task(b).thorn;
    const std::string target = same_thorn ? task(a).declaration->name : name(a);
    builder_.report(
        {.slug = "schedule/ambiguous",
         .message = fmt::format("{} and {} may run in either order in {}", name(a), name(b),
                                bin_name(bin_)),
         .notes = {why},
         .help = fmt::format("add .after(\"{0}\") or .before(\"{0}\") to {1}", target, name(b))});
  }

  ScheduleBuilder& builder_;
  Bin bin_;
  std::vector<int> tasks_;
  TaskGraph graph_;
  std::map<std::pair<int, int>, SlotUsers> slots_;
};

}  // namespace

std::vector<std::vector<int>> order_tasks(ScheduleBuilder& builder) {
  const std::vector<Relation> relations = declared_relations(builder);
  std::vector<std::vector<int>> order;
  for (const Bin bin :
       {Initial, PreStep, Evolve, EvolveRhs, Implicit, PostStep, Analysis, Terminate}) {
    order.push_back(BinOrder(builder, bin, relations).order());
  }
  return order;
}

}  // namespace cardon
