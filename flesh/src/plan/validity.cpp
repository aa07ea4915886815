// SPDX-License-Identifier: Apache-2.0
#include "plan/validity.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace cardon::plan {
namespace {

bool within(const std::vector<int>& inner, const std::vector<int>& outer) {
  return std::equal(inner.begin(), inner.end(), outer.begin(), std::less_equal<int>{});
}

}  // namespace

void Validity::reset(const std::vector<int>& layers) {
  boxes_.resize(1);
  boxes_.front() = layers;
}

bool Validity::covers(const std::vector<int>& layers) const {
  return std::any_of(boxes_.begin(), boxes_.end(),
                     [&](const auto& box) { return within(layers, box); });
}

void Validity::add(const std::vector<int>& layers) {
  if (covers(layers)) return;
  std::erase_if(boxes_, [&](const auto& box) { return within(box, layers); });
  boxes_.insert(std::upper_bound(boxes_.begin(), boxes_.end(), layers), layers);
}

void Validity::lower(const std::vector<int>& layers) {
  for (std::vector<int>& box : std::exchange(boxes_, {})) {
    std::transform(box.begin(), box.end(), layers.begin(), box.begin(),
                   [](int a, int b) { return std::min(a, b); });
    add(box);
  }
}

}  // namespace cardon::plan
