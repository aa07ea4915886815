// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/plan/link.hpp>
#include <cardon/plan/segment.hpp>
#include <vector>

namespace cardon {

struct Program;

namespace plan {

/// A whole plan: some segments once, then a cycle of segments over and over.
struct CyclicPlan {
  std::vector<Segment> prologue;  ///< runs once, before the cycle
  std::vector<Segment> cycle;     ///< empty where the sequence ends
  long prologue_steps = 0;        ///< steps that end in the prologue
  long cycle_steps = 0;           ///< steps that end in one turn of the cycle: the period
};

}  // namespace plan

/// The plan of a run of the program on these links, from the initial tasks on, as if each task were
/// due in every step. Throws Error (grid/ghost-zones) if a link is less deep than a stencil's
/// radius.
plan::CyclicPlan cyclic_plan(const Program& program, std::vector<plan::Link> links);

/// Makes a plan with each task in the steps in which it is due, whose number is a multiple of its
/// `every`. If it takes more than `max_period` steps until all of them are due together again, the
/// plan has no cycle, and its prologue holds the initial tasks and that many steps. Tasks that only
/// outputs need are in neither plan. Throws what cyclic_plan() throws.
plan::CyclicPlan plan_of_due_tasks(const Program& program, std::vector<plan::Link> links,
                                   long max_period);

/// The exchanges over a link that a run of the program has over and over: those that differ, of one
/// turn of the cycle of plan_of_due_tasks(); none where it has no short cycle.
std::vector<plan::Operation> repeated_exchanges(const Program& program,
                                                std::vector<plan::Link> links, int link);

}  // namespace cardon
