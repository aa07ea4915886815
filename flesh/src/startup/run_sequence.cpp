// SPDX-License-Identifier: Apache-2.0
#include "startup/run_sequence.hpp"

#include <algorithm>
#include <cardon/thorn/error.hpp>
#include <set>

namespace cardon {

RunSequence::RunSequence(const Program& program, const std::vector<OutputEntry>& outputs,
                         long last_iteration, const StepClock& clock)
    : program_(program), last_(last_iteration), clock_(clock) {
  std::set<int> everies;
  for (int id : program.step)
    if (const int every = program.tasks[std::size_t(id)].every; every > 1) everies.insert(every);
  everies_.assign(everies.begin(), everies.end());
  for (std::size_t n = 0; n < outputs.size(); ++n)
    if (!outputs[n].analysis.empty())
      analysing_.push_back({n, outputs[n].cadence, &outputs[n].analysis});
  if (1 + everies_.size() + analysing_.size() > 64)
    throw Error(
        {.slug = "schedule/too-many",
         .message = "more than 63 different `every` of tasks and outputs with analysis tasks",
         .help = "give some of them the same cadence"});
}

RunSequence::Mask RunSequence::mask_of(long n) const {
  Mask mask = n == 0 ? 1 : 0;
  int bit = 1;
  for (int every : everies_) mask |= Mask(n > 0 && (n - 1) % every == 0) << bit++;
  for (const Analysing& output : analysing_) mask |= Mask(output.cadence.due(n, clock_)) << bit++;
  return mask;
}

std::vector<int> RunSequence::tasks_of(Mask mask) const {
  std::vector<int> tasks;
  if (mask & 1) {
    tasks = program_.initial;
  } else {
    for (int id : program_.step) {
      const int every = program_.tasks[std::size_t(id)].every;
      const auto bit = std::find(everies_.begin(), everies_.end(), every) - everies_.begin() + 1;
      if (every <= 1 || (mask >> bit & 1)) tasks.push_back(id);
    }
  }
  std::set<int> wanted;
  for (std::size_t i = 0; i < analysing_.size(); ++i)
    if (mask >> (1 + everies_.size() + i) & 1)
      wanted.insert(analysing_[i].tasks->begin(), analysing_[i].tasks->end());
  for (int id : program_.analysis)
    if (wanted.count(id)) tasks.push_back(id);
  return tasks;
}

const plan::Pattern* RunSequence::pattern(Mask mask) const {
  auto [it, is_new] = known_.try_emplace(mask, nullptr);
  if (is_new) it->second = &table_.intern(tasks_of(mask));
  return it->second;
}

void RunSequence::change(long last_iteration, const std::vector<Cadence>& outputs) {
  last_ = last_iteration;
  for (Analysing& output : analysing_) output.cadence = outputs.at(output.output);
}

const plan::Pattern* RunSequence::step(long n) const {
  return n > last_ ? nullptr : pattern(mask_of(n));
}

}  // namespace cardon
