// SPDX-License-Identifier: Apache-2.0
#include "plan_facts.hpp"

#include <algorithm>
#include <cardon/plan/cyclic_plan.hpp>
#include <cardon/services/program.hpp>
#include <nlohmann/json.hpp>

namespace cardon {
namespace {

using Json = nlohmann::ordered_json;
using plan::Operation;

constexpr long longest_period = 256;  // steps; what repeats later is planned for that many
constexpr long max_steps = 64;        // that are listed

// Goes through operations from the beginning of a step on and tells which of them are listed: not
// those of step 0, which are the initial tasks, and not more than some steps.
class StepRows {
 public:
  explicit StepRows(long first) : next_(first), end_(std::max(first, 1L) + max_steps) {}
  bool shows(const Operation& operation) {
    now_ = next_;
    if (operation.kind == Operation::Kind::step_end) ++next_;
    return now_ > 0 && now_ < end_;
  }
  long step() const { return now_ - 1; }  ///< of the evolution, from 0

 private:
  long next_, end_, now_ = 0;
};

Json exchange_json(const Program& program, const Operation& operation,
                   const std::vector<plan::Link>& links) {
  Json fields = Json::array();
  for (const plan::SlotDepth& sent : operation.fields)
    fields.push_back({{"field", program.fields[std::size_t(sent.slot.field)].full_name()},
                      {"level", sent.slot.level},
                      {"layers", sent.depth}});
  return {{"link", links[std::size_t(operation.link)].name}, {"fields", fields}};
}

const char* name_of(Operation::Kind kind) {
  switch (kind) {
    case Operation::Kind::compute:
      return "compute";
    case Operation::Kind::boundary:
      return "boundary";
    case Operation::Kind::exchange:
      return "exchange";
    case Operation::Kind::rotate:
      return "rotate";
    default:
      return "end of step";
  }
}

Json operation_json(const Program& program, const Operation& operation,
                    const std::vector<plan::Link>& links, long step) {
  Json json = {{"step", step}, {"kind", name_of(operation.kind)}};
  if (operation.kind == Operation::Kind::exchange)
    json.update(exchange_json(program, operation, links));
  else if (operation.kind != Operation::Kind::step_end)
    json["task"] = program.tasks[std::size_t(operation.task)].name;
  if (!operation.growth.empty()) json["layers"] = operation.growth;
  return json;
}

}  // namespace

Json plan_json(const Program& program, const std::vector<plan::Link>& links) {
  const plan::CyclicPlan plan = plan_of_due_tasks(program, links, longest_period);
  const bool repeats = !plan.cycle.empty();
  Json json = {{"links", Json::array()}, {"steps", nullptr}, {"operations", Json::array()}};
  if (repeats) json["steps"] = plan.cycle_steps;
  for (const plan::Link& link : links)
    json["links"].push_back({{"name", link.name}, {"depth", link.depth}});
  StepRows rows(repeats ? plan.prologue_steps : 0);
  for (const plan::Segment& segment : repeats ? plan.cycle : plan.prologue)
    for (const Operation& operation : segment.operations)
      if (rows.shows(operation))
        json["operations"].push_back(operation_json(program, operation, links, rows.step()));
  return json;
}

}  // namespace cardon
