// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "schedule/passes.hpp"
#include "schedule/texts.hpp"
#include "schedule/unknown_names.hpp"

namespace cardon {
namespace {

constexpr int max_lag = 128;  // steps: so many rounds of reductions may be on their way

// A task, or the boundary of a thorn in a bin in which it fills.
struct Reader {
  std::string name;
  Bin bin = Bin::initial;
  int lag = 0;
  bool is_boundary = false;
};

// Who reduces a scalar and who reads it.
struct Users {
  std::vector<const ActiveTask*> initial, step, looking;  // reducers; of Analysis and Terminate
  std::vector<Reader> readers;

  bool read_at_once_in(Bin bin) const {
    return std::any_of(readers.begin(), readers.end(),
                       [&](const Reader& r) { return r.lag == 0 && r.bin == bin; });
  }
};

void add_boundaries(const ScheduleBuilder& builder, int scalar, Users& users) {
  for (const Task& boundary : builder.face_tasks)
    for (const ScalarRead& read : boundary.reads_scalars)
      if (read.scalar == scalar)
        for (const Bin bin : filling_bins(builder, boundary))
          users.readers.push_back({"the boundary " + boundary.name, bin, read.lag, true});
}

Users users_of(const ScheduleBuilder& builder, int scalar) {
  Users users;
  for (const ActiveTask& task : builder.tasks) {
    for (const int id : task.task.scalars)
      if (id == scalar)
        (task.task.bin == Bin::initial ? users.initial
         : only_looks(task.task.bin)   ? users.looking
                                       : users.step)
            .push_back(&task);
    for (const ScalarRead& read : task.task.reads_scalars)
      if (read.scalar == scalar)
        users.readers.push_back({task.full_name(), task.task.bin, read.lag});
  }
  add_boundaries(builder, scalar, users);
  return users;
}

// Tasks that would reduce the scalar if their conditions held.
std::vector<std::string> idle_reducers(const ScheduleBuilder& builder, const ScalarInfo& scalar) {
  std::vector<std::string> notes;
  for (const IdleTask& idle : builder.idle)
    for (const std::string& use : idle.declaration->reduces) {
      const QualifiedName name = qualify(use, *idle.thorn);
      if (name.thorn == scalar.thorn && name.name == scalar.name)
        notes.push_back(fmt::format("{} reduces {}, but {}", idle.full_name(), use, idle.reason));
    }
  return notes;
}

class ScalarCheck {
 public:
  ScalarCheck(ScheduleBuilder& builder, const ScalarInfo& scalar)
      : builder_(builder), scalar_(scalar), users_(users_of(builder, scalar.id)) {}

  void run() {
    if (scalar_.is_state) return check_state();
    if (users_.initial.empty() && users_.step.empty() && users_.looking.empty())
      return never_reduced();
    check_reducers();
    if (users_.readers.empty()) return check_unread();
    if (!users_.looking.empty()) return read_of_look();
    check_stages();
    for (const Reader& reader : users_.readers)
      if (check_lag(reader) && reader.lag == 0) check_order(reader);
  }

 private:
  std::string name() const { return scalar_.full_name(); }

  void order_problem(std::string message, std::vector<std::string> notes, std::string help) {
    builder_.report({.slug = "schedule/scalar-order",
                     .message = std::move(message),
                     .notes = std::move(notes),
                     .help = std::move(help)});
    builder_.complete = false;
  }

  void never_reduced() {
    builder_.report({.slug = "schedule/never-computed",
                     .message = fmt::format("{} is a scalar, but no task reduces it", name()),
                     .notes = idle_reducers(builder_, scalar_),
                     .help = fmt::format("reduce {} in a task of Analysis", scalar_.name)});
  }

  void check_state() {
    for (const Reader& reader : users_.readers) check_lag(reader);
    for (const std::vector<const ActiveTask*>* list :
         {&users_.initial, &users_.step, &users_.looking})
      for (const ActiveTask* task : *list)
        builder_.report(
            {.slug = "schedule/scalar-task",
             .message = fmt::format("{} reduces {}, which is declared without a reduction",
                                    task->full_name(), name()),
             .help = "declare the scalar with a reduction, such as Reduce::sum, or set it in a "
                     "task that writes it"});
  }

  // One of Initial may precede the one of each step.
  void check_reducers() {
    std::vector<const ActiveTask*> later = users_.step;
    later.insert(later.end(), users_.looking.begin(), users_.looking.end());
    for (const std::vector<const ActiveTask*>* list : {&users_.initial, &later})
      for (std::size_t n = 1; n < list->size(); ++n)
        builder_.report(
            {.slug = "schedule/scalar-twice",
             .message = fmt::format("{} is reduced by {} and by {}", name(),
                                    list->front()->full_name(), (*list)[n]->full_name()),
             .help = "reduce it in one task, or declare a scalar for each"});
  }

  // It would only be put out: at Analysis it is reduced where that is so.
  void check_unread() {
    for (const std::vector<const ActiveTask*>* list : {&users_.initial, &users_.step})
      for (const ActiveTask* task : *list)
        builder_.report(
            {.slug = "schedule/reduction-bin",
             .message = fmt::format("{} reduces {} in {}", task->full_name(), name(),
                                    bin_name(task->task.bin)),
             .notes =
                 {"no task reads it, so it is for outputs, and those need it at Analysis only"},
             .help = "reduce it in a task of Analysis, or read it in a task"});
  }

  void read_of_look() {
    const ActiveTask& reducer = *users_.looking.front();
    const bool at_end = reducer.task.bin == Bin::terminate;
    order_problem(fmt::format("{} reads {}, which {} reduces in {}", users_.readers.front().name,
                              name(), reducer.full_name(), bin_name(reducer.task.bin)),
                  {at_end ? "ranks combine what Terminate reduces after its last task"
                          : "Analysis runs only when an output needs it"},
                  "reduce it in PreStep, Evolve or PostStep");
  }

  // Every stage reduces it again.
  void check_stages() {
    for (const ActiveTask* task : users_.step)
      if (task->task.bin == Bin::evolve_rhs && !users_.read_at_once_in(Bin::evolve_rhs))
        order_problem(fmt::format("{} reduces {} in every stage of EvolveRhs, but no task there "
                                  "reads it",
                                  task->full_name(), name()),
                      {}, "reduce it in PreStep or PostStep");
  }

  bool check_lag(const Reader& reader) {
    if (reader.lag >= 0 && reader.lag <= max_lag) return true;
    order_problem(
        fmt::format("{} reads {} of {} steps before", reader.name, scalar_.name, reader.lag), {},
        fmt::format("let it lag by 1 to {} steps", max_lag));
    return false;
  }

  void check_order(const Reader& reader) {
    const bool initial = reader.bin == Bin::initial;
    if (initial && reader.is_boundary) return;  // it sees what there is by then
    const auto& reducers = initial || users_.step.empty() ? users_.initial : users_.step;
    if (reducers.empty())
      return order_problem(fmt::format("{} reads {} in Initial, but no task reduces it there",
                                       reader.name, scalar_.name),
                           {}, "add a task of Initial that reduces it");
    const ActiveTask& reducer = *reducers.front();
    if (reducer.full_name() == reader.name || reducer.task.bin > reader.bin)
      order_problem(
          fmt::format("{} reads {} before it is reduced", reader.name, scalar_.name),
          {fmt::format("{} reduces it in {}", reducer.full_name(), bin_name(reducer.task.bin))},
          fmt::format("read lagged({}), the value of the step before", scalar_.name));
  }

  ScheduleBuilder& builder_;
  const ScalarInfo& scalar_;
  Users users_;
};

}  // namespace

void check_scalars(ScheduleBuilder& builder) {
  if (!builder.complete) return;
  const std::vector<ScalarInfo> scalars = builder.scalars;
  for (const ScalarInfo& scalar : scalars) ScalarCheck(builder, scalar).run();
}

}  // namespace cardon
