// SPDX-License-Identifier: Apache-2.0
#include "schedule/unknown_names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/suggest.hpp"

namespace cardon {
namespace {

const ThornDeclaration* find_thorn(const ScheduleBuilder& builder, const std::string& name) {
  for (const ThornDeclaration* thorn : builder.input.thorns) {
    if (thorn->name == name) return thorn;
  }
  return nullptr;
}

std::vector<std::string> thorn_names(const ScheduleBuilder& builder) {
  std::vector<std::string> names;
  for (const ThornDeclaration* thorn : builder.input.thorns) names.push_back(thorn->name);
  return names;
}

Problem inactive_thorn(const ScheduleBuilder& builder, const std::string& what,
                       const std::string& thorn) {
  std::vector<std::string> candidates = thorn_names(builder);
  const auto& inactive = builder.input.inactive;
  const bool can_be_added = std::find(inactive.begin(), inactive.end(), thorn) != inactive.end();
  candidates.insert(candidates.end(), inactive.begin(), inactive.end());
  Problem problem;
  problem.slug = "schedule/inactive-thorn";
  problem.message = fmt::format("{}, but thorn {} is not active", what, thorn);
  if (!can_be_added) problem.hint = did_you_mean(thorn, candidates);
  problem.notes = {fmt::format("active thorns: {}", fmt::join(thorn_names(builder), ", "))};
  problem.help = fmt::format("add {} to thorns: in the parameter file", thorn);
  return problem;
}

// What the thorn has under another name, else who else has the name.
std::string hint(const std::string& use, const std::string& name,
                 const std::vector<std::string>& own, const std::vector<std::string>& elsewhere) {
  const std::string near = did_you_mean(name, own);
  if (!near.empty() || use != name) return near;
  for (const std::string& other : elsewhere) {
    if (other.ends_with("::" + name)) return fmt::format("did you mean {}?", other);
  }
  return "";
}

struct Missing {
  std::string kind;                    // "field"
  std::vector<std::string> own;        // of the thorn that is meant
  std::vector<std::string> elsewhere;  // full names of all active thorns
  std::string help;
};

Problem missing(const ScheduleBuilder& builder, const DeclaredTask& task, const std::string& verb,
                const std::string& use, const Missing& facts) {
  const QualifiedName name = qualify(use, *task.thorn);
  if (!find_thorn(builder, name.thorn)) {
    return inactive_thorn(builder, fmt::format("{} {} {}", task.full_name(), verb, use),
                          name.thorn);
  }
  Problem problem;
  problem.slug = "schedule/unknown-" + facts.kind;
  problem.message = fmt::format("{} {} unknown {} {}", task.full_name(), verb, facts.kind, use);
  problem.hint = hint(use, name.name, facts.own, facts.elsewhere);
  problem.notes = {facts.own.empty()
                       ? fmt::format("{} declares no {}", name.thorn, facts.kind)
                       : fmt::format("{} has: {}", name.thorn, fmt::join(facts.own, ", "))};
  problem.help = facts.help;
  return problem;
}

}  // namespace

QualifiedName qualify(const std::string& name, const ThornDeclaration& user) {
  const std::size_t colons = name.find("::");
  if (colons == std::string::npos) return {user.name, name};
  return {name.substr(0, colons), name.substr(colons + 2)};
}

bool is_active(const ScheduleBuilder& builder, const std::string& thorn) {
  return find_thorn(builder, thorn) != nullptr;
}

Problem unknown_field(const ScheduleBuilder& builder, const DeclaredTask& task,
                      const std::string& verb, const std::string& use) {
  const QualifiedName name = qualify(use, *task.thorn);
  Missing facts{.kind = "field", .own = builder.fields.declared(name.thorn)};
  for (const GridFunction& f : builder.fields.all()) {
    if (!f.internal) facts.elsewhere.push_back(f.thorn + "::" + f.group);
  }
  facts.help = fmt::format("declare it in {}, or correct its name", name.thorn);
  return missing(builder, task, verb, use, facts);
}

Problem unknown_scalar(const ScheduleBuilder& builder, const DeclaredTask& task,
                       const std::string& verb, const std::string& use) {
  const QualifiedName name = qualify(use, *task.thorn);
  Missing facts{.kind = "scalar"};
  for (const ScalarInfo& s : builder.scalars) {
    if (s.thorn == name.thorn) facts.own.push_back(s.name);
    facts.elsewhere.push_back(s.full_name());
  }
  facts.help = fmt::format("declare it in {}, or correct its name", name.thorn);
  return missing(builder, task, verb, use, facts);
}

Problem unknown_task(const ScheduleBuilder& builder, const DeclaredTask& task,
                     const std::string& relation, const std::string& use) {
  const QualifiedName name = qualify(use, *task.thorn);
  Missing facts{.kind = "task"};
  for (const ThornDeclaration* thorn : builder.input.thorns) {
    for (const TaskDeclaration& t : thorn->tasks) {
      if (thorn->name == name.thorn) facts.own.push_back(t.name);
      facts.elsewhere.push_back(thorn->name + "::" + t.name);
    }
  }
  facts.help = fmt::format("correct the name in .{}()", relation);
  return missing(builder, task, "is declared " + relation, use, facts);
}

}  // namespace cardon
