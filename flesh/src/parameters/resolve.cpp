// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/services/parameter_set.hpp>
#include <utility>

#include "parameters/resolver.hpp"

namespace cardon {
namespace {

// Duplicates were found while reading, everything else later; people read a file from top to
// bottom.
void sort_by_line(std::vector<Problem>& problems, std::size_t first) {
  const auto begin = problems.begin() + std::ptrdiff_t(first);
  std::vector<std::string> files;
  for (auto problem = begin; problem != problems.end(); ++problem)
    if (std::find(files.begin(), files.end(), problem->where.file) == files.end())
      files.push_back(problem->where.file);
  const auto rank = [&](const Problem& problem) {
    const auto file = std::find(files.begin(), files.end(), problem.where.file) - files.begin();
    return std::pair(file, problem.where.line);
  };
  std::stable_sort(begin, problems.end(),
                   [&](const Problem& a, const Problem& b) { return rank(a) < rank(b); });
}

}  // namespace

ParameterSet resolve_parameters(const ParameterRegistry& registry, const ParameterInput& input,
                                std::vector<Problem>& problems) {
  ParameterSet parameters(registry);
  const std::size_t first = problems.size();
  problems.insert(problems.end(), input.problems().begin(), input.problems().end());
  if (!input.readable()) return parameters;
  Resolver resolver(parameters, problems);
  std::vector<std::string> active;
  for (const Node& thorn : input.thorns()) active.push_back(thorn.text);
  resolver.set_active(std::move(active));
  for (const Node& layer : input.layers()) resolver.apply(layer);
  resolver.check_formulas();
  sort_by_line(problems, first);
  return parameters;
}

}  // namespace cardon
