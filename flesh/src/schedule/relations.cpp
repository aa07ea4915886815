// SPDX-License-Identifier: Apache-2.0
#include "schedule/relations.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "schedule/texts.hpp"
#include "schedule/unknown_names.hpp"

namespace cardon {
namespace {

class RelationReader {
 public:
  explicit RelationReader(ScheduleBuilder& builder) : builder_(builder) {}

  std::vector<Relation> read() {
    for (int i = 0; i < int(builder_.tasks.size()); ++i) {
      const TaskDeclaration& declaration = *task(i).declaration;
      for (const std::string& name : declaration.before) relate(i, name, true);
      for (const std::string& name : declaration.after) relate(i, name, false);
    }
    return std::move(relations_);
  }

 private:
  const ActiveTask& task(int i) const { return builder_.tasks[std::size_t(i)]; }

  void relate(int user, const std::string& name, bool before) {
    const QualifiedName qualified = qualify(name, *task(user).thorn);
    const std::string full = qualified.thorn + "::" + qualified.name;
    const auto found = std::find_if(builder_.tasks.begin(), builder_.tasks.end(),
                                    [&](const ActiveTask& t) { return t.full_name() == full; });
    if (found == builder_.tasks.end()) {
      if (!may_be_absent(qualified.thorn, full))
        builder_.report(unknown_task(builder_, task(user), before ? "before" : "after", name));
      return;
    }
    const int other = int(found - builder_.tasks.begin());
    Relation relation{before ? user : other, before ? other : user,
                      fmt::format("{} is declared {} {}", task(user).full_name(),
                                  before ? "before" : "after", full)};
    add(std::move(relation));
  }

  bool may_be_absent(const std::string& thorn, const std::string& full) const {
    const auto& inactive = builder_.input.inactive;
    if (std::find(inactive.begin(), inactive.end(), thorn) != inactive.end()) return true;
    return std::any_of(builder_.idle.begin(), builder_.idle.end(),
                       [&](const IdleTask& t) { return t.full_name() == full; });
  }

  void add(Relation relation) {
    const Bin first = task(relation.first).task.bin, second = task(relation.second).task.bin;
    if (first == second) {
      relations_.push_back(std::move(relation));
    } else if (first > second) {
      builder_.report({.slug = "schedule/order-of-bins",
                       .message = fmt::format("{}, which is impossible", relation.reason),
                       .notes = {fmt::format("{} is in {}, which comes after {}",
                                             task(relation.first).full_name(), bin_name(first),
                                             bin_name(second))},
                       .help = "remove the relation, or move one of the tasks to another bin"});
    }
  }

  ScheduleBuilder& builder_;
  std::vector<Relation> relations_;
};

}  // namespace

std::vector<Relation> declared_relations(ScheduleBuilder& builder) {
  return RelationReader(builder).read();
}

}  // namespace cardon
