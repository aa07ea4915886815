// SPDX-License-Identifier: Apache-2.0
#include <cardon/services/expression_function.hpp>
#include <cardon/services/face_value.hpp>

#include "parameters/factors.hpp"

namespace cardon {
namespace {

void multiply(std::string& product, const std::string& factor) {
  product += (product.empty() ? "" : "*") + factor;
}

}  // namespace

FaceValue face_value(const std::string& text, const Location& where, int text_column) {
  const ExpressionFunction whole(text, {}, "the boundary value", where, text_column);
  std::string space, time, both;
  for (const std::string& factor : factors_of(whole.text())) {
    const ExpressionFunction f(factor);
    multiply(!f.uses_position() ? time : f.uses_time() ? both : space, factor);
  }
  FaceValue value;
  if (!space.empty())
    value.space = [f = ExpressionFunction(space)](Real x, Real y, Real z) { return f(x, y, z, 0); };
  if (!time.empty()) value.time = [f = ExpressionFunction(time)](Real t) { return f(0, 0, 0, t); };
  if (!both.empty()) value.both = ExpressionFunction(both);
  return value;
}

}  // namespace cardon
