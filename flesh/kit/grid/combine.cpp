// SPDX-License-Identifier: Apache-2.0
#include "grid/combine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cardon/thorn/error.hpp>
#include <set>

namespace cardon {
namespace {

FieldReader reader(const FieldArray& array) {
  FieldReader reader;
  reader.origin = array.origin;
  reader.sy = array.sy;
  reader.sz = array.sz;
  return reader;
}

FieldWriter writer(const FieldArray& array) { return {array.origin, array.sy, array.sz}; }

Real factor_of(const Combination::Term& term, const BlockContext& context) {
  return term.times_dt ? term.factor * context.dt : term.factor;
}

// The arrays of a loop among those that the task prefetches, which may be a hundred more.
class Ahead {
 public:
  Ahead(const BlockContext& context, std::span<const BoundCombination> all) : task_(context) {
    if (task_.prefetch.empty()) return;
    for (const BoundCombination& bound : all) {
      add(bound.target);
      for (const FieldArray& source : bound.sources) add(source);
    }
  }
  operator std::span<const Prefetch>() const { return {fields_.data(), count_}; }

 private:
  void add(const FieldArray& array) {
    const auto is_its = [&](const Prefetch& f) { return f.origin == array.origin; };
    if (std::any_of(fields_.begin(), fields_.begin() + count_, is_its)) return;
    const auto found = std::ranges::find_if(task_.prefetch, is_its);
    if (found != task_.prefetch.end() && count_ < fields_.size()) fields_[count_++] = *found;
  }

  const BlockContext& task_;
  std::array<Prefetch, std::size_t(max_terms) + 1> fields_;
  std::size_t count_ = 0;
};

// With a number of terms that the compiler knows the row loop is vectorised; `capacity` is an upper
// limit otherwise.
template <int capacity, bool exact>
struct LinearKernel {
  FieldWriter target;
  FieldReader source[capacity];
  Real factor[capacity];
  int terms;

  KOKKOS_INLINE_FUNCTION void operator()(const Point& p) const {
    const int n = exact ? capacity : terms;
    Real sum = 0;
    if (n > 0) sum = factor[0] * source[0](p);
    for (int i = 1; i < n; ++i) sum += factor[i] * source[i](p);
    target(p) = sum;
  }
};

template <int capacity, bool exact>
void run(const BlockContext& context, const BoundCombination& bound) {
  LinearKernel<capacity, exact> kernel{};
  kernel.target = writer(bound.target);
  for (const Combination::Term& term : bound.combination->terms) {
    kernel.source[kernel.terms] = reader(bound.sources[std::size_t(kernel.terms)]);
    kernel.factor[kernel.terms++] = factor_of(term, context);
  }
  Block(context).for_each(context.task, kernel, Ahead(context, {&bound, 1}));
}

// What a stage of an integrator does, in one loop: sums of two terms and, before them, the product
// that keeps the old values. All sources are read before anything is written.
template <bool keeps, int sums>
struct StageKernel {
  FieldWriter kept;
  FieldReader old;
  Real old_factor = 0;
  FieldWriter target[sums];
  FieldReader source[sums][2];
  Real factor[sums][2];

  KOKKOS_INLINE_FUNCTION void operator()(const Point& p) const {
    Real sum[sums];
    for (int n = 0; n < sums; ++n)
      sum[n] = factor[n][0] * source[n][0](p) + factor[n][1] * source[n][1](p);
    if (keeps) kept(p) = old_factor * old(p);
    for (int n = 0; n < sums; ++n) target[n](p) = sum[n];
  }
};

template <bool keeps, int sums>
void run_stage(const BlockContext& context, std::span<const BoundCombination> all) {
  StageKernel<keeps, sums> kernel{};
  if (keeps) {
    kernel.kept = writer(all[0].target);
    kernel.old = reader(all[0].sources[0]);
    kernel.old_factor = factor_of(all[0].combination->terms[0], context);
  }
  for (std::size_t n = 0; n < std::size_t(sums); ++n) {
    const BoundCombination& bound = all[n + (keeps ? 1 : 0)];
    kernel.target[n] = writer(bound.target);
    for (const std::size_t term : {0, 1}) {
      kernel.source[n][term] = reader(bound.sources[term]);
      kernel.factor[n][term] = factor_of(bound.combination->terms[term], context);
    }
  }
  Block(context).for_each(context.task, kernel, Ahead(context, all));
}

constexpr std::size_t max_sums = 3;  // of a loop

bool reads(const BoundCombination& bound, const FieldArray& array) {
  return std::ranges::any_of(
      bound.sources, [&](const FieldArray& source) { return source.origin == array.origin; });
}

bool has_terms(const BoundCombination& bound, std::size_t terms) {
  return bound.combination->terms.size() == terms;
}

// How many from the first one on make a StageKernel; 0 or 1: none.
std::size_t in_one_loop(std::span<const BoundCombination> all) {
  const std::size_t first = has_terms(all[0], 1) ? 1 : 0;
  std::size_t end = first;
  const auto independent = [&](const BoundCombination& next) {
    return std::ranges::none_of(
        all.first(end), [&](const BoundCombination& before) { return reads(next, before.target); });
  };
  while (end < all.size() && end - first < max_sums && has_terms(all[end], 2) &&
         independent(all[end]))
    ++end;
  return end > first ? end : 0;
}

template <bool keeps>
void run_stage(const BlockContext& context, std::span<const BoundCombination> all) {
  switch (all.size() - (keeps ? 1 : 0)) {
    case 1:
      return run_stage<keeps, 1>(context, all);
    case 2:
      return run_stage<keeps, 2>(context, all);
    default:
      return run_stage<keeps, max_sums>(context, all);
  }
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

void combine(const BlockContext& context, std::span<const BoundCombination> all) {
  while (!all.empty()) {
    const std::size_t together = in_one_loop(all);
    const auto these = all.first(std::max<std::size_t>(together, 1));
    if (together < 2)
      combine(context, these[0]);
    else if (has_terms(these[0], 1))
      run_stage<true>(context, these);
    else
      run_stage<false>(context, these);
    all = all.subspan(these.size());
  }
}

}  // namespace cardon
