// SPDX-License-Identifier: Apache-2.0
#include "plan_facts.hpp"

#include <cardon/plan/cyclic_plan.hpp>
#include <cardon/services/program.hpp>
#include <nlohmann/json.hpp>

namespace cardon {
namespace {

using Json = nlohmann::ordered_json;
using plan::Operation;

Json exchange_json(const Program& program, const Operation& operation,
                   const std::vector<plan::Link>& links) {
  Json fields = Json::array();
  for (const plan::SlotDepth& sent : operation.fields)
    fields.push_back({{"field", program.fields[std::size_t(sent.slot.field)].full_name()},
                      {"level", sent.slot.level},
                      {"layers", sent.depth}});
  return {
      {"kind", "exchange"}, {"link", links[std::size_t(operation.link)].name}, {"fields", fields}};
}

Json operation_json(const Program& program, const Operation& operation,
                    const std::vector<plan::Link>& links) {
  if (operation.kind == Operation::Kind::exchange) return exchange_json(program, operation, links);
  if (operation.kind == Operation::Kind::step_end) return {{"kind", "end of step"}};
  const char* kind = operation.kind == Operation::Kind::compute    ? "compute"
                     : operation.kind == Operation::Kind::boundary ? "boundary"
                                                                   : "rotate";
  Json json = {{"kind", kind}, {"task", program.tasks[std::size_t(operation.task)].name}};
  if (operation.kind != Operation::Kind::rotate) json["layers"] = operation.growth;
  return json;
}

}  // namespace

Json plan_json(const Program& program, const std::vector<plan::Link>& links) {
  const plan::CyclicPlan plan = cyclic_plan(program, links);
  Json json = {
      {"links", Json::array()}, {"steps", plan.cycle_steps}, {"operations", Json::array()}};
  for (const plan::Link& link : links)
    json["links"].push_back({{"name", link.name}, {"depth", link.depth}});
  for (const plan::Segment& segment : plan.cycle)
    for (const Operation& operation : segment.operations)
      json["operations"].push_back(operation_json(program, operation, links));
  return json;
}

}  // namespace cardon
