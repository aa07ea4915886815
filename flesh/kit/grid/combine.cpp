// SPDX-License-Identifier: Apache-2.0
#include "grid/combine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/thorn/error.hpp>
#include <set>

namespace cardon {
namespace {

// With a number of terms that the compiler knows the row loop is vectorised; `most` is an upper
// limit otherwise.
template <int most, bool exact>
struct LinearKernel {
  FieldWriter target;
  FieldReader source[most];
  Real factor[most];
  int terms;

  KOKKOS_INLINE_FUNCTION void operator()(const Point& p) const {
    const int n = exact ? most : terms;
    Real sum = 0;
    if (n > 0) sum = factor[0] * source[0](p);
    for (int i = 1; i < n; ++i) sum += factor[i] * source[i](p);
    target(p) = sum;
  }
};

template <int most, bool exact>
void run(const BlockContext& context, const BoundCombination& bound) {
  LinearKernel<most, exact> kernel{};
  kernel.target = {bound.target.origin, bound.target.sy, bound.target.sz};
  for (const Combination::Term& term : bound.combination->terms) {
    const FieldArray& source = bound.sources[std::size_t(kernel.terms)];
    FieldReader& reader = kernel.source[kernel.terms];
    reader.origin = source.origin;
    reader.sy = source.sy;
    reader.sz = source.sz;
    kernel.factor[kernel.terms++] = term.times_dt ? term.factor * context.dt : term.factor;
  }
  Block(context).for_each(context.task, kernel);
}

}  // namespace

std::vector<CombinationGroup> groups_of(const std::vector<Combination>& combinations) {
  std::vector<CombinationGroup> groups;
  std::set<int> sources, arrays;
  for (std::size_t n = 0; n < combinations.size(); ++n) {
    const std::vector<Combination::Term>& terms = combinations[n].terms;
    if (std::ranges::none_of(terms,
                             [&](const auto& term) { return sources.contains(term.field); })) {
      groups.push_back({n, n, 0});
      sources.clear();
      arrays.clear();
    }
    for (const Combination::Term& term : terms) sources.insert(term.field);
    arrays.insert(sources.begin(), sources.end());
    arrays.insert(combinations[n].target);
    groups.back().last = n + 1;
    groups.back().arrays = int(arrays.size());
  }
  return groups;
}

void bind(BoundCombination& bound, const Combination& combination, const BlockStorage& storage) {
  bound.combination = &combination;
  bound.target = storage.array(combination.target, 0);
  bound.sources.clear();
  for (const Combination::Term& term : combination.terms)
    bound.sources.push_back(storage.array(term.field, 0));
}

void combine(const BlockContext& context, const BoundCombination& bound) {
  const std::size_t terms = bound.combination->terms.size();
  switch (terms) {
    case 1:
      return run<1, true>(context, bound);
    case 2:
      return run<2, true>(context, bound);
    case 3:
      return run<3, true>(context, bound);
    case 4:
      return run<4, true>(context, bound);
    case 5:
      return run<5, true>(context, bound);
    default:
      break;
  }
  if (terms > max_terms) throw Bug(fmt::format("a linear combination of {} terms", terms));
  run<max_terms, false>(context, bound);
}

}  // namespace cardon
